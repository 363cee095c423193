import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const { incrementAuthorization, getAuthorization } = contracts;
const CONFLICT = { status: 409, code: "authorization_not_incrementable" } as const;

test("a 201 with ids of its own, its parent, and the family's new end", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const parent = await createTestHold(tenant);
  clock.advance(DAY_MS);
  const params = { id: parent.authorizationId };
  const metadata = { reason: "room service" };
  const { status, body } = await call(tenant, incrementAuthorization, { params, body: { amount: 15, metadata } });
  assert.equal(status, 201);
  assert.ok("parentAuthorization" in body);
  assert.deepEqual([body.amount, body.parentAuthorization], [15, parent.recordId]);
  assert.equal(body.expires, "2027-03-09T12:00:00.000Z");
  assert.notEqual(body.recordId, parent.recordId);
  assert.notEqual(body.authorizationId, parent.authorizationId);
  const record = await call(tenant, getAuthorization, { params });
  assert.deepEqual([record.body.amount, record.body.expires], [75, body.expires]);
  const [row] = await queryTestDatabase("SELECT metadata::text FROM authorizations WHERE id = $1", [body.recordId]);
  assert.equal(row?.metadata, JSON.stringify(metadata));
});

test("bodies the contract does not allow are a 400", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const bodies = [undefined, "", "{}", '{"amount":null}', '{"amount":"5"}', '{"amount":0}', '{"amount":0.001}', "null"];
  for (const rawBody of [...bodies, '{"amount":-5}', '{"amount":5.001}', '{"amount":5,"metadata":[]}']) {
    const options = { params: { id: recordId }, ...(rawBody === undefined ? {} : { rawBody }) };
    await expectError(tenant, incrementAuthorization, options, { status: 400, code: "validation_error" });
  }
});

test("a refused increment is a 200 with ids and leaves the hold as it was", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId } = await createTestHold(tenant, { card });
  const { status, body } = await call(tenant, incrementAuthorization, {
    params: { id: recordId },
    body: { amount: 40.01 },
  });
  assert.equal(status, 200);
  assert.ok(body.status === "declined");
  assert.equal(body.reasonCode, "51");
  const parent = await call(tenant, getAuthorization, { params: { id: recordId } });
  assert.deepEqual([parent.body.status, parent.body.amount], ["Authorization Approved", 60]);
  const child = await call(tenant, getAuthorization, { params: { id: body.recordId ?? "" } });
  assert.equal(child.body.status, "Authorization Declined");
});

test("only an untouched first authorization can be incremented: a 409 with its status", async () => {
  const tenant = await createTestTenant();
  const [partly, voided, declined] = [
    await createTestHold(tenant),
    await createTestHold(tenant),
    await call(tenant, contracts.createAuthorization, {
      body: { panToken: (await createTestCard(tenant, { fundsMinor: 1n })).panToken, amount: 5 },
    }),
  ];
  await call(tenant, contracts.captureAuthorization, { params: { id: partly.recordId }, body: { amount: 1 } });
  await call(tenant, contracts.reverseAuthorization, { params: { id: voided.recordId } });
  const cases = [
    [partly.recordId, "Authorization Partially Captured"],
    [voided.recordId, "Authorization Reversed"],
    [declined.body.recordId ?? "", "Authorization Declined"],
  ] as const;
  for (const [id, status] of cases) {
    const { error } = await expectError(
      tenant,
      incrementAuthorization,
      { params: { id }, body: { amount: 1 } },
      CONFLICT,
    );
    assert.deepEqual([error.details.status, error.details.allowed], [status, ["Authorization Approved"]]);
  }
});

test("an increment cannot be incremented", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const child = await call(tenant, incrementAuthorization, { params: { id: recordId }, body: { amount: 1 } });
  const options = { params: { id: child.body.recordId ?? "" }, body: { amount: 1 } };
  const { error } = await expectError(tenant, incrementAuthorization, options, CONFLICT);
  const parentAuthorization = recordId;
  const left = { capturable: 1, voidable: 1, refundable: 0 };
  const details = { status: "Authorization Approved", allowed: [], isIncrement: true, parentAuthorization, ...left };
  assert.deepEqual(error.details, details, "it lists no status that it refuses");
});

test("the fifty-first increment is a 409", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const options = { params: { id: recordId }, body: { amount: 0.01 } };
  for (let i = 0; i < 50; i += 1) assert.equal((await call(tenant, incrementAuthorization, options)).status, 201);
  const expected = { status: 409, code: "increment_limit_reached" } as const;
  const { error } = await expectError(tenant, incrementAuthorization, options, expected);
  assert.equal(error.details.limit, 50);
});

test("a suspended tenant does not increment", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  await suspendTestTenant(tenant);
  const expected = { status: 403, code: "tenant_suspended" } as const;
  await expectError(tenant, incrementAuthorization, { params: { id: recordId }, body: { amount: 1 } }, expected);
});
