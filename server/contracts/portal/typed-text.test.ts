import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { FundAccountInput, OnboardTenantInput } from "./network/network";
import { JoinInput, ResetInput, SignUpInput } from "./public/access";
import {
  ChangeNameInput,
  ChangePasswordInput,
  ConfirmSecondFactorInput,
  ProveEmailInput,
  ProveSecondFactorInput,
} from "./shared/account";
import { NewPasskeyInput, RenamePasskeyInput } from "./shared/passkeys";
import { NewApiKeyInput, NewMemberInput, NewMerchantInput, RenameTenantInput } from "./tenant/setup";

const NO_INK: readonly (readonly [what: string, text: string])[] = [
  ["nothing", ""],
  ["spaces", " \u00A0\u2003\u3000"],
  ["blanks of Braille", "\u2800\u2800"],
  ["Hangul fillers", "\u115F\u1160\u3164\uFFA0"],
  ["zero-width marks", "\u200B\u200C\u200D\u2060\uFEFF\u00AD"],
  ["marks of direction", "\u200E\u200F\u061C\u2066\u202E"],
  ["combining marks alone", "\u0301\u034F\u20DD"],
  ["variation selectors and tags", "\uFE0F\u{E0100}\u{E0041}\u{E007F}"],
  ["private use and unassigned", "\uE000\u{F0000}\u0378\uFFFF"],
  ["controls and separators", "\u0000\u001F\u0085\u2028\u2029"],
  ["a placeholder for an object", "\uFFFC"],
  ["blanks of hieroglyphs and of music", "\u{13441}\u{13442}\u{1D159}"],
];

const key = "6f4a1f0e-6a3c-4c55-9f52-5a37a4a2c0de";
const id = "3Fq8rT2kZb7Wn4XsD";

const NAMES: readonly (readonly [whose: string, field: string, schema: z.ZodType, rest: object])[] = [
  ["a company that signs up", "company", SignUpInput, { email: "you@example.com", password: "a long password" }],
  ["an organization", "title", OnboardTenantInput, { slug: "acme", tier: "standard", mcc: "5814" }],
  ["a tenant", "title", RenameTenantInput, {}],
  ["a merchant", "name", NewMerchantInput, { key, mcc: "5814", isSameDayReversalEnabled: false }],
  ["a member", "name", NewMemberInput, { key }],
  ["an API key", "label", NewApiKeyInput, { key, requireSignature: false }],
  ["a new passkey", "name", NewPasskeyInput, { password: "a long password" }],
  ["a passkey", "name", RenamePasskeyInput, { id }],
  ["a funding", "reference", FundAccountInput, { accountId: id, amount: 5, key }],
];

for (const [what, text] of NO_INK) {
  test(`${what} name nobody and nothing`, () => {
    for (const [whose, field, schema, rest] of NAMES) {
      const { error } = schema.safeParse({ ...rest, [field]: text });
      assert.deepEqual([...new Set(error?.issues.map(({ path }) => path[0]))], [field], whose);
    }
    // An empty name is allowed: the person is shown by email.
    assert.equal(ChangeNameInput.safeParse({ name: text }).success, text === "");
  });
}

test("names in any script, and of one sign, are names", () => {
  for (const name of ["A", "東京", "☕️", "Ünïted", "क्षि", "\u200BAcme", "7-Eleven", "ـ", "👩‍👩‍👧", "?"]) {
    for (const [whose, field, schema, rest] of NAMES) {
      assert.equal(schema.safeParse({ ...rest, [field]: name }).success, true, `${name} for ${whose}`);
    }
  }
});

const TYPED = "cafe\u0301 au\u00A0lait, please";
const HASHED = "caf\u00E9 au lait, please";

function passedOn(password: string): (string | null)[] {
  const email = "you@example.com";
  return [
    SignUpInput.safeParse({ company: "Acme", email, password }).data?.password,
    ResetInput.safeParse({ token: "x", password }).data?.password,
    JoinInput.safeParse({ token: "x", password }).data?.password,
    ChangePasswordInput.safeParse({ current: "x", next: password }).data?.next,
  ].map((passed) => passed ?? null);
}

test("every form with a new password measures it and passes it on as it is hashed", () => {
  const forms = passedOn(TYPED).length;
  const all = (text: string | null) => Array(forms).fill(text);
  assert.deepEqual(passedOn(TYPED), all(HASHED));
  assert.deepEqual(passedOn("e\u0301".repeat(11)), all(null), "11 characters, though 22 were sent");
  assert.deepEqual(passedOn("e\u0301".repeat(36)), all("\u00E9".repeat(36)), "72 bytes, though 108 were sent");
  assert.deepEqual(passedOn("e\u0301".repeat(37)), all(null), "74 bytes: bcrypt would leave some out");
});

const wide = (text: string) =>
  [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join("\u200B");

test("codes of authenticators, recovery, and emails are folded, however they were copied", () => {
  for (const code of [wide("123456"), "123\u2009456\u200E", "12\u201134\u30FC56"]) {
    assert.equal(ConfirmSecondFactorInput.parse({ code }).code, "123456");
  }
  for (const code of [wide("abcde-12345"), "abcde\u201112345", "abcde \u2013 12345", "abcde12345"]) {
    assert.equal(ProveSecondFactorInput.parse({ password: "x", code }).code, "abcde12345");
  }
  for (const code of [wide("12345678"), "1234\u20115678", "1234 5678"]) {
    assert.equal(ProveEmailInput.parse({ code }).code, "12345678");
  }
  for (const code of ["12345", "1234567", "abcde1234"]) {
    assert.equal(ConfirmSecondFactorInput.safeParse({ code }).success, false, code);
  }
});
