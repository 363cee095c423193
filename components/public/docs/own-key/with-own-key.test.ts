import assert from "node:assert/strict";
import { test } from "node:test";
import { readReference } from "@/server/api/docs/read-reference";
import { exampleCode, isInSdks, requestToTry } from "@/server/contracts/rest/example-code";
import { operationsOf } from "@/server/contracts/rest/openapi";
import type { OwnKey } from "./own-key";
import { headersWithOwnKey, withOwnKey } from "./with-own-key";

const OWN: OwnKey = {
  id: "3Fq8rTKy7Qm4Vs9Xb",
  tenant: "canteens",
  title: "Canteens",
  publicKey: "pk_test_own",
  secret: "sk_test_own",
  merchant: "3Fq8rTMc5Yz2Nb8Wd",
  expiresAt: "2026-11-30T00:00:00.000Z",
};
const CREDENTIALS = /[psm]k_test_closedloop_|\bYOUR_(KEY|SECRET)\b/;
const OPERATIONS = readReference().flatMap(({ document }) => operationsOf(document).filter(isInSdks));

test("every example in every language has the reader’s own key and secret, and at the merchant its merchant", () => {
  assert.ok(OPERATIONS.length > 100);
  for (const shown of OPERATIONS) {
    const { curl, typescript = "", python = "" } = exampleCode(shown, "http://localhost:3000");
    const isOpen = Object.keys(shown.operation.security[0] ?? {}).length === 0;
    for (const text of isOpen ? [typescript, python] : [curl, typescript, python]) {
      assert.match(text, CREDENTIALS);
      const filled = withOwnKey(text, OWN);
      assert.doesNotMatch(filled, CREDENTIALS);
      assert.ok(filled.includes(`${OWN.publicKey}"`) && filled.includes(`${OWN.secret}"`), filled);
      if (shown.path.startsWith("/merchant/")) assert.ok(filled.includes(`${OWN.merchant}"`), filled);
      if (text === curl) assert.doesNotMatch(filled, /[^\\]\n {2}-H/);
    }
    const { headers } = requestToTry(shown);
    if (isOpen) continue;
    const expected = {
      "X-API-Key": OWN.publicKey,
      Authorization: `Bearer ${OWN.secret}`,
      ...(shown.path.startsWith("/merchant/") && { "X-Merchant": OWN.merchant }),
    };
    assert.deepEqual(headersWithOwnKey(headers, OWN), expected);
  }
});

test("without a merchant of one’s own, examples at the merchant stay as they are", () => {
  const merchantless = { ...OWN, merchant: null };
  const curl = '-H "Authorization: Bearer mk_test_closedloop_cafe_public"';
  assert.equal(withOwnKey(curl, merchantless), curl);
  const headers = { Authorization: "Bearer mk_test_closedloop_cafe_public" };
  assert.deepEqual(headersWithOwnKey(headers, merchantless), headers);
});
