import assert from "node:assert/strict";
import { test } from "node:test";
import { GET } from "@/app/.well-known/security.txt/route";
import { parseEnv } from "@/server/platform/env";
import { forgetSingleton } from "@/server/platform/singleton";

function answerWith(contact: string): Response {
  process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";
  process.env.HMAC_KEY ||= "0".repeat(64);
  process.env.PUBLIC_URL = "https://pay.example.test";
  process.env.SECURITY_CONTACT = contact;
  forgetSingleton("env");
  return GET();
}

test("security.txt names the contact, where it stands, and a day to come until which it holds", async () => {
  for (const contact of ["mailto:security@example.test", "https://example.test/security"]) {
    const answer = answerWith(contact);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("Content-Type") ?? "", /^text\/plain; *charset=utf-8$/i);
    const lines = (await answer.text()).split("\n");
    const fields = Object.fromEntries(lines.filter(Boolean).map((line) => line.split(": ") as [string, string]));
    assert.deepEqual(Object.keys(fields), ["Contact", "Expires", "Preferred-Languages", "Canonical"]);
    assert.equal(fields.Contact, contact);
    assert.equal(fields.Canonical, "https://pay.example.test/.well-known/security.txt");
    // RFC 9116 recommends that Expires is less than a year ahead.
    const days = (Date.parse(fields.Expires ?? "") - Date.now()) / (24 * 60 * 60 * 1_000);
    assert.ok(days > 170 && days < 365, fields.Expires);
  }
});

test("without a contact there is no security.txt, and what is neither an email nor https is refused", () => {
  assert.equal(answerWith("").status, 404);
  assert.throws(() => parseEnv({ ...process.env, SECURITY_CONTACT: "security@example.test" }), /SECURITY_CONTACT/);
});
