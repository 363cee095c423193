import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { z } from "zod";
import {
  captureAuthorization,
  createAuthorization,
  reverseAuthorization,
} from "@/server/contracts/rest/authorizations";
import { updateMerchant } from "@/server/contracts/rest/onboarding/merchants";
import { createPaymentCode } from "@/server/contracts/rest/payment-codes";
import {
  authorizeTransaction,
  captureTransaction,
  refundTransaction,
  reverseTransaction,
  sellTransaction,
  voidTransaction,
} from "@/server/contracts/rest/transactions";
import {
  createSubscription,
  rotateSecret,
  updateSubscription,
} from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { formatUnknownField, ignoredFieldsHeader, readFields } from "@/server/contracts/text/read-fields";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { read } from "@/server/testing/factories/authorization-steps";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const Method = z.union([
  z.string(),
  z.object({ type: z.literal("card"), token: z.string(), pin: z.string().optional() }),
  z.object({ type: z.literal("code"), code: z.string().optional() }),
]);
const Body = z
  .object({
    amount: z.number(),
    reason: z.string().optional(),
    note: z.string().nullable().optional(),
    limit: z.number().default(5),
    method: Method.optional(),
    free: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(() => true);

const READ: readonly (readonly [body: unknown, value: unknown, ignored: readonly string[]])[] = [
  [{ amount: 1, reason: null, limit: null, method: null, free: null }, { amount: 1 }, []],
  [{ amount: null, note: null }, { amount: null, note: null }, []],
  [{ amount: 1, resaon: "x", "": 1 }, { amount: 1 }, ["resaon", ""]],
  [{ free: { a: null, b: [null] } }, { free: { a: null, b: [null] } }, []],
  [{ method: { type: "card", pin: null, code: "x" } }, { method: { type: "card" } }, ["method.code"]],
  [{ method: { type: "code", code: null, pin: null } }, { method: { type: "code" } }, ["method.pin"]],
  [{ method: { type: "cash", x: 1 } }, { method: { type: "cash", x: 1 } }, []],
  [{ method: "token" }, { method: "token" }, []],
  [JSON.parse('{"__proto__":{"amount":1},"constructor":1}'), {}, ["__proto__", "constructor"]],
  [null, null, []],
  [[{ x: 1 }], [{ x: 1 }], []],
  ["text", "text", []],
];

test("null where nothing is needed is nothing, and what is not known is named", () => {
  for (const [body, value, ignored] of READ) {
    const read = readFields(Body, body);
    assert.deepEqual([read.value, read.unknown.map(({ path }) => path)], [value, ignored], JSON.stringify(body));
  }
});

const NEAREST: readonly (readonly [path: string, known: readonly string[], sentence: string])[] = [
  ["scope", ["name", "scopes"], "Unknown field `scope`. Did you mean `scopes`?"],
  ["amount", ["account", "maxAmount"], "Unknown field `amount`. Did you mean `maxAmount`?"],
  ["max_amount", ["amount", "maxAmount"], "Unknown field `max_amount`. Did you mean `maxAmount`?"],
  ["merchantId", ["memberId", "merchant"], "Unknown field `merchantId`. Did you mean `merchant`?"],
  [
    "settings.rikThreshold",
    ["settings.riskThreshold"],
    "Unknown field `settings.rikThreshold`. Did you mean `settings.riskThreshold`?",
  ],
  ["hue", ["name", "scopes"], "Unknown field `hue`. Known are `name`, `scopes`."],
  ["hue", [], "Unknown field `hue`. This operation takes none."],
  ["n".repeat(70), ["name"], `Unknown field \`${"n".repeat(64)}\`. Known are \`name\`.`],
];

test("an unknown field is told with the nearest known one", () => {
  for (const [path, known, sentence] of NEAREST) assert.equal(formatUnknownField({ path, known }, "field"), sentence);
});

test("names in the header are printable, of bounded length and number", () => {
  assert.equal(ignoredFieldsHeader(["a", "method.b"]), "a, method.b");
  assert.equal(ignoredFieldsHeader(["x\r\nSet-Cookie: a", "é", "a, b", ""]), "x??Set-Cookie:?a, ?, a??b, ?");
  assert.equal(ignoredFieldsHeader(["x".repeat(100)]), `${"x".repeat(61)}...`);
  const many = ignoredFieldsHeader(Array.from({ length: 500 }, (_, i) => `f${i}`));
  assert.match(many, /^f0, f1, .*, f19, \+480$/);
});

test("null for every optional field is a request without them", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const optional = [
    "currency",
    "channel",
    "merchant",
    "merchantNameRaw",
    "mcc",
    "mode",
    "avsResult",
    "cvvResult",
    "metadata",
  ];
  const nothing = Object.fromEntries(optional.map((field) => [field, null]));
  const rawBody = JSON.stringify({ panToken, amount: 5, ...nothing });
  const created = await send(tenant, createAuthorization, { rawBody });
  assert.deepEqual([created.status, created.headers.get("x-ignored-fields")], [201, null], created.text);
  const { recordId } = JSON.parse(created.text);
  const captured = await send(tenant, captureAuthorization, { params: { id: recordId }, rawBody: '{"amount":null}' });
  assert.equal(JSON.parse(captured.text).amountCaptured, 5);
  const code = { member: null, expiryMinutes: null };
  const refused = await expectError(
    tenant,
    createPaymentCode,
    { rawBody: JSON.stringify(code) },
    {
      status: 400,
      code: "validation_error",
    },
  );
  assert.equal(refused.error.field, "member");
});

test("null keeps its meaning where the contract gives it one", async () => {
  const tenant = await createTestTenant();
  const params = { id: (await subscribe(tenant)).row.id };
  const described = await call(tenant, updateSubscription, { params, body: { description: "Orders" } });
  assert.equal(described.body.description, "Orders");
  assert.equal(
    (await call(tenant, updateSubscription, { params, body: { status: "paused" } })).body.description,
    "Orders",
  );
  assert.equal(
    (await call(tenant, updateSubscription, { params, body: { description: null } })).body.description,
    null,
  );
});

test("an ignored field is named, also on a refusal, on a repeat, and in live", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const rawBody = JSON.stringify({ panToken, amount: 5, amuont: 6, "x\r\ny": 1 });
  const options = { rawBody, idempotencyKey: randomUUID() };
  for (const status of [201, 200]) {
    const { status: came, headers } = await send(tenant, createAuthorization, options);
    assert.deepEqual([came, headers.get("x-ignored-fields")], [status, "amuont, x??y"]);
  }
  const refused = await send(tenant, createAuthorization, { rawBody: '{"panTokn":"x","amount":5}' });
  assert.deepEqual([refused.status, refused.headers.get("x-ignored-fields")], [400, "panTokn"]);
  const live = await createTestKey(tenant, { environment: "live" });
  const inLive = await send(live, createAuthorization, { rawBody });
  assert.equal(inLive.headers.get("x-ignored-fields"), "amuont, x??y");
});

test("an unknown field is refused and named, and moves nothing, if no amount means everything", async () => {
  for (const environment of ["test", "live"] as const) {
    const tenant = await createTestTenant({ environment });
    const merchant = await createTestMerchant(tenant, { isSameDayReversalEnabled: true });
    const card = await createTestCard(tenant);
    const hold = await createTestHold(tenant, { card, amount: 9 });
    const body = { amount: 9, paymentMethod: card.panToken };
    const sale = (await call(merchant, sellTransaction, { body })).body;
    const transactionId = String(sale.transactionId);
    const authorizationId = String(sale.authorizationId);
    const cases = [
      [tenant, captureAuthorization, { Amount: 2 }, "Amount"],
      [tenant, reverseAuthorization, { amout: 2, kind: "void" }, "amout"],
      [merchant, captureTransaction, { authorizationId, Amount: 2 }, "Amount"],
      [merchant, voidTransaction, { authorizationId, amount_: 2 }, "amount_"],
      [merchant, refundTransaction, { transactionId, refundAmount: 2 }, "refundAmount"],
      [merchant, reverseTransaction, { transactionId, amount: 2 }, "amount"],
    ] as const;
    for (const [caller, operation, sent, field] of cases) {
      const options = { params: { id: hold.recordId }, rawBody: JSON.stringify(sent) };
      const { error } = await expectError(caller, operation, options, { status: 400, code: "validation_error" });
      assert.equal(error.field, field, operation.id);
      assert.match(error.message, new RegExp(`^Unknown field \`${field}\`\\. (?:Did you mean|Known are) `));
    }
    const { captured, reversed } = await read(tenant, hold.recordId);
    assert.deepEqual([captured, reversed], [0, 0]);
  }
});

test("an ignored inner field is named by its path, and a value that is no object is not read", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { card } = await createTestHold(tenant);
  const paymentMethod = { type: "card", panToken: card.panToken, cvv: "123" };
  const held = await send(merchant, authorizeTransaction, { rawBody: JSON.stringify({ amount: 1, paymentMethod }) });
  assert.deepEqual([held.status, held.headers.get("x-ignored-fields")], [200, "paymentMethod.cvv"]);
  const { row } = await subscribe(tenant);
  for (const rawBody of ["{", "[1]", "{}"]) {
    assert.equal((await send(tenant, rotateSecret, { params: { id: row.id }, rawBody })).status, 200);
  }
  await call(tenant, createSubscription, {
    body: { url: "https://shop.example.com/", events: ["authorization.approved"] },
  });
});

test("an empty text is one left out, wherever a text may be; a value of another type stays wrong", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { panToken } = await createTestCard(tenant);
  const held = await call(tenant, createAuthorization, { body: { panToken, amount: 5, merchantNameRaw: "" } });
  assert.equal((await read(tenant, String(held.body.recordId))).merchantNameRaw, null);
  const sale = { amount: 5, paymentMethod: panToken, merchantReference: "" };
  assert.equal((await call(merchant, sellTransaction, { body: sale })).body.approved, true);
  const subscription = { url: "https://shop.example.com/", events: ["authorization.approved" as const] };
  const { body: made } = await call(tenant, createSubscription, { body: { ...subscription, description: "" } });
  assert.equal(made.description, null);
  const params = { id: made.id };
  await call(tenant, updateSubscription, { params, body: { description: "Orders" } });
  const cleared = await call(tenant, updateSubscription, { params, body: { description: "" } });
  assert.equal(cleared.body.description, null, "a change to nothing clears what can be empty");
  const named = { params: { id: tenant.merchantId }, body: { name: "" } };
  const refused = await expectError(tenant, updateMerchant, named, { status: 400, code: "validation_error" });
  assert.equal(refused.error.field, "name", "and is refused for what can't");
  const wrong = [
    { panToken, amount: 5, mode: "" },
    { panToken, amount: 5, mcc: "" },
    { panToken: "", amount: 5 },
  ];
  for (const body of wrong) {
    const options = { rawBody: JSON.stringify(body) };
    await expectError(tenant, createAuthorization, options, { status: 400, code: "validation_error" });
  }
});
