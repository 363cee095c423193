import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/authorizations";
import { auditBooks, getBalance } from "@/server/domain/ledger";
import { call } from "@/server/testing/api-client";
import { createTestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/tenants";

withTestDatabase();

test("authorize, capture part, increment refused, reverse the rest", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const created = await call(tenant, contracts.createAuthorization, { body: { panToken: card.panToken, amount: 60 } });
  assert.equal(created.status, 201);
  const id = created.body.recordId ?? "";
  const captured = await call(tenant, contracts.captureAuthorization, { params: { id }, body: { amount: 20.5 } });
  assert.equal(captured.body.status, "partial");
  const reversed = await call(tenant, contracts.reverseAuthorization, { params: { id } });
  assert.equal(reversed.body.amountReversed, 60);
  const record = await call(tenant, contracts.getAuthorization, { params: { id } });
  assert.equal(record.body.status, "Authorization Reversed");
  const balance = await getBalance(card.accountId);
  assert.deepEqual([balance.postedMinor, balance.heldMinor], [100_00n, 0n]);
  const audit = await auditBooks();
  assert.deepEqual(
    audit.flatMap(({ breaches }) => breaches),
    [],
  );
});

test("increments share the family's hold", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const created = await call(tenant, contracts.createAuthorization, { body: { panToken: card.panToken, amount: 60 } });
  const id = created.body.recordId ?? "";
  const child = await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 30 } });
  assert.equal(child.status, 201);
  const declined = await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 30 } });
  assert.equal(declined.status, 200);
  const captured = await call(tenant, contracts.captureAuthorization, { params: { id }, body: { amount: 75 } });
  assert.equal(captured.body.status, "partial");
  const audit = await auditBooks();
  assert.deepEqual(
    audit.flatMap(({ breaches }) => breaches),
    [],
  );
});
