import assert from "node:assert/strict";
import { test } from "node:test";
import { getAuthorization, reverseAuthorization } from "@/server/contracts/rest/authorizations";
import { call, expectError } from "@/server/testing/clients/api-client";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  amountsLeft,
  capture,
  declineOf,
  increment,
  read,
  reverse,
} from "@/server/testing/factories/authorization-steps";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("the record is found by either of its ids", async () => {
  const tenant = await createTestTenant();
  const { recordId, authorizationId, card } = await createTestHold(tenant);
  const byRecordId = await call(tenant, getAuthorization, { params: { id: recordId } });
  const byNumber = await call(tenant, getAuthorization, { params: { id: authorizationId } });
  assert.deepEqual(byNumber.body, byRecordId.body);
  const { amount, captured, reversed, responseCode, merchant, acknowledged, settled } = byNumber.body;
  const shown = [amount, captured, reversed, responseCode, merchant, acknowledged, settled];
  assert.deepEqual(shown, [60, 0, 0, "00", tenant.merchantId, null, null]);
  assert.ok(!byNumber.text.includes(card.panToken), "the panToken is never shown");
});

test("a record says what is left to capture, void, and refund: the first of its family, or its own", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const { recordId, card } = await createTestHold(tenant);
  const child = await increment(tenant, recordId, 20);
  const remainingOf = async (id: string) => {
    const { capturable, voidable, refundable } = await read(tenant, id);
    return { capturable, voidable, refundable };
  };
  assert.deepEqual(await remainingOf(recordId), amountsLeft(80, 0));
  await capture(tenant, recordId, 65);
  assert.deepEqual(await remainingOf(recordId), amountsLeft(15, 65));
  assert.deepEqual(await remainingOf(child.recordId), amountsLeft(15, 5));
  await reverse(tenant, recordId, 12, { kind: "refund" });
  assert.deepEqual(await remainingOf(recordId), amountsLeft(15, 53));
  const { recordId: declined } = await declineOf(tenant, card, 1_000_000, { reasonCode: "51" });
  assert.deepEqual(await remainingOf(declined ?? ""), amountsLeft(0, 0));
  clock.advance(7 * 24 * 3600 * 1000);
  assert.deepEqual(await remainingOf(recordId), amountsLeft(0, 53));
  assert.deepEqual(await remainingOf(child.recordId), amountsLeft(0, 5));
});

test("an overdue hold reads as expired before any sweep", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  clock.advance(7 * 24 * 3600 * 1000 + 1);
  const { body } = await call(tenant, getAuthorization, { params: { id: recordId } });
  assert.equal(body.status, "Authorization Expired");
  const expected = { status: 409, code: "authorization_not_reversible" } as const;
  await expectError(tenant, reverseAuthorization, { params: { id: recordId } }, expected);
});

test("malformed ids are a 404, whatever they hold", async () => {
  const tenant = await createTestTenant();
  const ids = ["0", "12345678", "3Fq8rT2kZb7Wn4XsD", "3Fq8rT2kZb7Wn4Xs", "a b", "' OR 1=1 --", "\u0000", "é", "../me"];
  for (const id of [...ids, "%", "x".repeat(4000)]) {
    const expected = { status: 404, code: "authorization_not_found" } as const;
    await expectError(tenant, getAuthorization, { params: { id } }, expected);
  }
});

test("an id written with percent-encoding is the same id; a malformed encoding is a 404", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const headers = credentialsOf(tenant);
  const encoded = [...Buffer.from(recordId)].map((byte) => `%${byte.toString(16)}`).join("");
  const found = await sendRaw({ path: `/v1/authorizations/${encoded}`, headers });
  assert.deepEqual([found.status, JSON.parse(found.text).recordId], [200, recordId]);
  for (const id of ["%", "%4", "%zz", "%ff", "%c3%28", "%ed%a0%80"]) {
    readError(await sendRaw({ path: `/v1/authorizations/${id}`, headers }), 404, "not_found");
  }
});
