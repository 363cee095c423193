import assert from "node:assert/strict";
import { test } from "node:test";
import { byOthers, own, words } from "./words";

const CASES: Readonly<Record<string, readonly [written: string, read: string]>> = {
  "a name": ["Café Uno", "“Café Uno”"],
  "a name in another script": ["コーヒー 東京", "“コーヒー 東京”"],
  "an abbreviation": ["St. Mary, Inc.", "“St. Mary, Inc.”"],
  "a price": ["Beans at 12.50, v2.0", "“Beans at 12.50, v2.0”"],
  nothing: ["", "“”"],
  "a paragraph of its own": ["Beans\r\n\r\nClosed Loop: pay again", "“Beans Closed Loop: pay again”"],
  "other line ends": ["a\u2028b\u2029c\u0085d\u000be\u000cf", "“a b c d e f”"],
  "a header": ["Hi\r\nBcc: all@bank.test\r\nFrom: bank", "“Hi Bcc: all@bank. test From: bank”"],
  "control characters": ["a\u0000b\u001b[2Jc\u007f", "“a b [2Jc”"],
  "a turned reading direction": ["\u202Egro.live\u202C \u2066x\u2069\u200F", "“gro. live x”"],
  "what is not seen": ["a\u200Bb\u2060c\uFEFFd\u00ADe\u{E0041}", "“abcde”"],
  "the end of the quotation": ['A”. Your account is closed. “B" «C»', "“A'. Your account is closed. 'B' 'C'”"],
  "a link": ["https://evil.test/login?x=1", "“https: //evil. test/login?x=1”"],
  "a link without a scheme": ["www.evil.test", "“www. evil. test”"],
  "a link hidden behind what is not seen": ["evil.\u200Btest evil\u200B.test", "“evil. test evil. test”"],
  "a link by another dot": ["evil。test evil．test evil｡test", "“evil。 test evil． test evil｡ test”"],
  "a link in the reader’s script": ["пример.рф", "“пример. рф”"],
  "an email address": ["mailto:help@evil.test", "“mailto: help@evil. test”"],
  "half a character": ["a\uD800b", "“ab”"],
};

test("a stranger's text is one quoted line of bounded length, without links and invisible characters", () => {
  for (const [name, [written, read]] of Object.entries(CASES)) assert.equal(byOthers(written).text, read, name);
  assert.equal(byOthers("x".repeat(80)).text, `“${"x".repeat(80)}”`);
  assert.equal(byOthers("x".repeat(10_000)).text, `“${"x".repeat(79)}…”`);
  assert.equal(byOthers(`${"x".repeat(78)} y z`).text, `“${"x".repeat(78)}…”`, "no space before the dots");
  assert.equal([...byOthers("🍵".repeat(10_000), 140).text].length, 142, "never half a character");
});

test("a text in a sentence is by others unless it is said to be ours", () => {
  assert.equal(
    String(words`${"Evil\nInc"} has ${2} seats for ${own("admin")}s: \\`),
    "“Evil Inc” has 2 seats for admins: \\",
  );
});
