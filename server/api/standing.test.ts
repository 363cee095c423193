import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isOfTenants, type OperationContract } from "@/server/contracts/rest/operation";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { closeDispute, openDispute } from "@/server/domain/disputes";
import { freezeCard } from "@/server/domain/members";
import { replayEvents } from "@/server/domain/webhooks";
import { FOREIGN_REQUESTS } from "@/server/testing/authority/foreign-requests";
import {
  createCaller,
  createOwnersRecords,
  type OwnersRecords,
  type TestCaller,
} from "@/server/testing/authority/rest-authority";
import { takeChanges, watchChanges } from "@/server/testing/changes";
import { type Reply, send } from "@/server/testing/clients/api-client";
import { actingFor, type Sender } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestKey, revokeTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { declineOf } from "@/server/testing/factories/authorization-steps";
import { memberCaller, tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import {
  createTestMerchantKey,
  revokeTestMerchantKey,
  suspendTestMerchant,
} from "@/server/testing/factories/merchants";
import { subscribe, subscribeMerchant } from "@/server/testing/factories/webhook-subscriptions";
import { waitForBlocked, whileStopped } from "@/server/testing/faults/blocked-query";
import { MERCHANT_OPERATIONS } from "./merchant-v1";
import { V1_OPERATIONS } from "./v1";

withTestDatabase();

/** Merchant reads are POSTs too, but take no Idempotency-Key. */
const isReading = ({ method, idempotency }: OperationContract) => method === "GET" || idempotency === "none";
const OPERATIONS = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS].filter(
  (operation) => isOfTenants(operation) && !isReading(operation),
);

let caller: TestCaller;
let records: OwnersRecords;
let declined: string;
let closed: string;
let replayed: string;
let ownReplayed: string;
before(async () => {
  caller = await createCaller();
  records = await createOwnersRecords(caller);
  const card = await createTestCard(caller.tenant, { fundsMinor: 100_00n });
  await freezeCard(memberCaller(caller.tenant, card), { id: card.id });
  replayed = (await subscribe(caller.tenant)).row.id;
  const replay = { since: null, until: null, statuses: ["missed" as const], types: null, isPreview: false };
  await replayEvents(tenantCaller(caller.tenant), { subscriptionId: replayed, ...replay }, null);
  ownReplayed = (await subscribeMerchant(caller.merchant)).row.id;
  await replayEvents(tenantCaller(caller.tenant), { subscriptionId: ownReplayed, ...replay }, null);
  declined = (await declineOf(caller.tenant, card, 20, { reasonCode: "62" })).recordId ?? "";
  const member = memberCaller(caller.tenant, card);
  closed = (await openDispute(member, { id: declined, reason: "duplicate", note: null })).id;
  await closeDispute(tenantCaller(caller.tenant), { id: closed, outcome: "rejected", message: null }, null);
  await watchChanges();
});

type Asked = { readonly params?: Readonly<Record<string, string>>; readonly body?: object };

function askedOf({ id }: OperationContract): Asked {
  switch (id) {
    case "createAuthorization":
      return { body: { panToken: records.panToken, amount: 1, merchant: records.merchant } };
    case "rescueAuthorization":
      return { params: { id: declined }, body: {} };
    case "answerSandboxDispute":
      return { params: { id: closed }, body: { answer: "Mine" } };
    case "cancelWebhookReplay":
      return { params: { id: replayed } };
    case "cancelOwnWebhookReplay":
      return { body: { id: ownReplayed } };
    case "advanceSandboxClock":
      return { body: { days: 1 } };
    case "updateWebhookSubscription":
      return { params: { id: records.subscription }, body: { description: "mine" } };
    default: {
      const [row] = FOREIGN_REQUESTS[id] ?? [];
      assert.ok(row, `${id} has no row`);
      return row.ask(records, records);
    }
  }
}

/** Blocks the operation's write, after it has read and decided everything, by a lock in another transaction. */
function stopOf({ id, auth }: OperationContract, key: string) {
  const { tenant, merchant } = caller;
  if (id === "settle") return { text: "LOCK TABLE open_batches IN SHARE MODE", values: [] };
  if (id === "advanceSandboxClock") {
    return { text: "INSERT INTO sandbox_clocks (tenant_id, ahead_ms) VALUES ($1, 0)", values: [tenant.id] };
  }
  const scope = auth === "tenant" ? `tenant:${tenant.id}:${tenant.environment}` : `merchant:${merchant.id}`;
  const text = `INSERT INTO idempotency_keys (scope, key, fingerprint, status, body, created_at)
    VALUES ($1, $2, 'of nobody', 200, '{}', now())`;
  return { text, values: [scope, key] };
}

let asked = 0;

/** Sends a request and runs `meanwhile` while its write is blocked. `changes` are the writes after that. */
async function askWhile(
  operation: OperationContract,
  sender: Sender,
  meanwhile: () => Promise<unknown>,
): Promise<{ readonly reply: Reply; readonly changes: readonly string[] }> {
  asked += 1;
  const idempotencyKey = `standing-${asked}`;
  const { params, body } = askedOf(operation);
  const options = { ...(params ? { params } : {}), ...(body ? { rawBody: JSON.stringify(body) } : {}) };
  const reply = await whileStopped(
    stopOf(operation, idempotencyKey),
    // One address each: this many refusals would hit the limit for an address.
    () => send(sender, operation, { ...options, idempotencyKey, address: `192.0.2.${asked % 250}` }),
    async () => {
      await meanwhile();
      await takeChanges();
    },
  );
  return { reply, changes: await takeChanges() };
}

function outcomeOf({ status, text }: Reply): string {
  const body = JSON.parse(text || "{}") as { error?: { code: string }; reasonCode?: string | null };
  return `${status} ${body.error?.code ?? body.reasonCode ?? "done"}`;
}

const isTenants = ({ auth }: OperationContract) => auth === "tenant";

/**
 * Operations that count a tenant's records under its lock, so that a change of standing waits for them. In an order in which
 * each finds what it changes.
 */
const HOLDING_TENANT = [
  "createMerchant",
  "createMerchantKey",
  "rollMerchantKey",
  "revokeMerchantKey",
  "createMember",
  "inviteMember",
  "openMemberAccount",
  "openFloat",
  "issueCard",
];
const isHoldingTenant = ({ id }: OperationContract) => HOLDING_TENANT.includes(id);

const byOrder = (one: OperationContract, other: OperationContract) =>
  HOLDING_TENANT.indexOf(one.id) - HOLDING_TENANT.indexOf(other.id);

for (const operation of OPERATIONS.filter(isHoldingTenant).sort(byOrder)) {
  test(`${operation.id}: under way at its key's revocation, it is done first; the key is dead after`, async () => {
    const key = await createTestKey(caller.tenant);
    const revoking: Promise<unknown>[] = [];
    const { reply } = await askWhile(operation, key, async () => {
      revoking.push(revokeTestKey(key));
      await waitForBlocked(2);
    });
    assert.match(outcomeOf(reply), /^20[014] done$/, reply.text);
    await Promise.all(revoking);
    const { params, body } = askedOf(operation);
    const again = { ...(params ? { params } : {}), ...(body ? { rawBody: JSON.stringify(body) } : {}) };
    const refused = await send(key, operation, { ...again, idempotencyKey: `standing-after-${asked}` });
    assert.equal(outcomeOf(refused), "401 authentication_failed");
  });
}

for (const operation of OPERATIONS.filter((one) => !isHoldingTenant(one))) {
  test(`${operation.id}: under way when its key is revoked, it is refused and changes nothing`, async () => {
    const key = isTenants(operation)
      ? await createTestKey(caller.tenant)
      : await createTestMerchantKey(caller.merchant);
    const revoke = () => ("key" in key ? revokeTestMerchantKey(key) : revokeTestKey(key));
    const { reply, changes } = await askWhile(operation, key, revoke);
    assert.equal(outcomeOf(reply), "401 authentication_failed");
    assert.deepEqual(changes, []);
  });
}

for (const operation of OPERATIONS.filter((one) => !isTenants(one))) {
  test(`${operation.id}: under way when the tenant’s key that acts for its merchant is revoked, it is refused`, async () => {
    const key = await createTestKey(caller.tenant);
    const acting = actingFor(key, caller.merchant);
    const { reply, changes } = await askWhile(operation, acting, () => revokeTestKey(key));
    assert.equal(outcomeOf(reply), "401 authentication_failed");
    assert.deepEqual(changes, []);
  });
}

const NEW_MONEY = [
  "createAuthorization",
  "incrementAuthorization",
  "redeemPaymentCode",
  "authorizeTransaction",
  "sellTransaction",
  "sellPaymentCode",
  "chargePaymentCode",
  "chargeRecurring",
];

const named = (ids: readonly string[]) => OPERATIONS.filter(({ id }) => ids.includes(id));
const senderOf = (operation: OperationContract) => (isTenants(operation) ? caller.tenant : caller.merchant);

for (const operation of named([...NEW_MONEY, "createPaymentCode", "authorizeRecurring"])) {
  test(`${operation.id}: under way when its tenant is suspended, it is refused and changes nothing`, async () => {
    const { tenant } = caller;
    const { reply, changes } = await askWhile(operation, senderOf(operation), () => suspendTestTenant(tenant));
    assert.equal(outcomeOf(reply), "403 tenant_suspended");
    assert.deepEqual(changes, []);
    await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "active" } });
  });
}

const MONEY = ["accounts", "captures", "entries", "postings", "payment_codes", "recurring_agreements"];

const isOf = (tables: readonly string[]) => (change: string) => tables.includes(change.split(" ")[0] ?? "");

for (const operation of named([...NEW_MONEY, "authorizeRecurring"]).filter((one) => !isTenants(one))) {
  test(`${operation.id}: under way by its tenant when its merchant is suspended, it is declined with 03`, async () => {
    const { tenant, merchant } = caller;
    const suspend = () => suspendTestMerchant(merchant);
    const { reply, changes } = await askWhile(operation, actingFor(tenant, merchant), suspend);
    assert.match(outcomeOf(reply), / 03$/, reply.text);
    assert.deepEqual(changes.filter(isOf(MONEY)), []);
    await queryTestDatabase("UPDATE merchants SET status = 'active' WHERE id = $1", [merchant.id]);
  });
}

for (const operation of named([...NEW_MONEY, "authorizeRecurring"])) {
  test(`${operation.id}: under way when its merchant is suspended, it is declined with 03`, async () => {
    const { id } = caller.merchant;
    // Increments and tenant redemptions use the merchant of the record.
    const at = operation.id === "incrementAuthorization" ? caller.tenant.merchantId : id;
    const { reply, changes } = await askWhile(operation, senderOf(operation), () => suspendTestMerchant({ id: at }));
    assert.match(outcomeOf(reply), / 03$/, reply.text);
    assert.deepEqual(changes.filter(isOf(MONEY)), []);
    await queryTestDatabase("UPDATE merchants SET status = 'active' WHERE id = $1", [at]);
  });
}

for (const operation of named(["captureAuthorization", "captureTransaction", "refundTransaction"])) {
  test(`${operation.id}: under way when tenant and merchant are suspended, it is done, as it is later`, async () => {
    const { tenant, merchant } = caller;
    const { reply } = await askWhile(operation, senderOf(operation), async () => {
      await suspendTestTenant(tenant);
      await suspendTestMerchant(merchant);
    });
    assert.match(outcomeOf(reply), /^20[01] (done|00)$/, reply.text);
    await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "active" } });
    await queryTestDatabase("UPDATE merchants SET status = 'active' WHERE id = $1", [merchant.id]);
  });
}

test("settle: under way when the merchant or the tenant is suspended, it makes no batch", async () => {
  const [settle] = named(["settle"]);
  assert.ok(settle);
  const { tenant, merchant } = caller;
  for (const suspend of [() => suspendTestMerchant(merchant), () => suspendTestTenant(tenant)]) {
    const { reply, changes } = await askWhile(settle, tenant, suspend);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(changes.filter(isOf(["settlement_batches", ...MONEY])), []);
    await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "active" } });
    await queryTestDatabase("UPDATE merchants SET status = 'active' WHERE id = $1", [merchant.id]);
  }
});

test("a suspension is answered after what was let through before it is committed", async () => {
  const { tenant } = caller;
  const read = "SELECT stand_as_read(ARRAY[id], ARRAY[standing]) AS stands FROM tenants WHERE id = $1";
  const client = await getPool().connect();
  const done: string[] = [];
  try {
    await client.query("BEGIN");
    assert.deepEqual((await client.query(read, [tenant.id])).rows, [{ stands: true }]);
    const suspended = suspendTestTenant(tenant).then(() => done.push("suspended"));
    await waitForBlocked(1);
    assert.equal(done.length, 0);
    done.push("committed");
    await client.query("COMMIT");
    await suspended;
  } finally {
    client.release();
  }
  assert.deepEqual(done, ["committed", "suspended"]);
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "active" } });
});

const ROUNDS = 25;
const CLIENTS = 8;

test("the end of a merchant, tenant, or key among requests under way leaves no approval after it", async () => {
  const cards = await Promise.all(Array.from({ length: CLIENTS }, () => createTestCard(caller.tenant)));
  const [authorize] = named(["authorizeTransaction"]);
  assert.ok(authorize);
  const approved = async () => {
    const [row] = await queryTestDatabase<{ count: string }>(
      "SELECT count(*) FROM authorizations WHERE outcome = 'approved' AND merchant_id = $1",
      [caller.merchant.id],
    );
    return Number(row?.count);
  };
  let approvals = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = await createTestMerchantKey(caller.merchant);
    const ends = [
      () => suspendTestMerchant(key),
      () => suspendTestTenant(key.tenant),
      () => revokeTestMerchantKey(key),
    ];
    const end = ends[round % ends.length];
    assert.ok(end);
    const first = await approved();
    let answers = 0;
    let isOver = false;
    const reached = Math.floor(Math.random() * 40);
    let reach = () => {};
    const isReached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const clients = cards.map(async ({ panToken }) => {
      // Continues a little past the end: those requests must be refused as well.
      for (let left = 3; left > 0; left -= isOver ? 1 : 0) {
        const rawBody = JSON.stringify({ paymentMethod: panToken, amount: 1 });
        await send(key, authorize, { rawBody, address: `198.51.100.${round}` });
        answers += 1;
        if (answers > reached) reach();
      }
    });
    await isReached;
    await end();
    const atEnd = await approved();
    isOver = true;
    await Promise.all(clients);
    assert.equal(await approved(), atEnd, `round ${round}: approved after the answer`);
    approvals += atEnd - first;
    await getPrisma().tenant.update({ where: { id: caller.tenant.id }, data: { status: "active" } });
    await queryTestDatabase("UPDATE merchants SET status = 'active' WHERE id = $1", [caller.merchant.id]);
  }
  assert.ok(approvals > ROUNDS, `only ${approvals} were approved before`);
});
