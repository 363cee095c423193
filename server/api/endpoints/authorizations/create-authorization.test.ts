import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalsOf } from "@/server/contracts/currencies";
import { createAuthorization, getAuthorization } from "@/server/contracts/rest/authorizations";
import { getBalance } from "@/server/domain/ledger";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

test("an approval is a 201 with both ids, a six-digit code and the hold's end", async () => {
  withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const { status, body } = await call(tenant, createAuthorization, { body: { panToken, amount: 42.5 } });
  assert.equal(status, 201);
  assert.ok(body.status === "approved");
  assert.deepEqual([body.amount, body.expires], [42.5, "2027-03-08T12:00:00.000Z"]);
});

test("with capture, an authorization is a sale: events of both, one payment to refund, nothing held", async () => {
  const tenant = await createTestTenant();
  const { panToken, accountId } = await createTestCard(tenant);
  const options = { body: { panToken, amount: 42.5, capture: true }, idempotencyKey: "sale" };
  const { status, body } = await call(tenant, createAuthorization, options);
  assert.equal(status, 201);
  assert.ok(body.status === "approved" && body.transactionId);
  const again = await call(tenant, createAuthorization, options);
  assert.deepEqual([again.status, again.body], [200, body]);
  await assertBalance(accountId, { postedMinor: 957_50n, heldMinor: 0n });
  const { captured, capturable, captures } = (await call(tenant, getAuthorization, { params: { id: body.recordId } }))
    .body;
  assert.deepEqual(
    [captured, capturable, captures.map((capture) => capture.transactionId)],
    [42.5, 0, [body.transactionId]],
  );
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ type }) => type),
    ["authorization.approved", "authorization.captured"],
  );
  await assertBooksBalance();
});

test("capture: omitted means a hold, a decline takes nothing, anything but a boolean is refused", async () => {
  const tenant = await createTestTenant();
  const { panToken, accountId } = await createTestCard(tenant);
  for (const capture of [undefined, false]) {
    const { body } = await call(tenant, createAuthorization, {
      body: { panToken, amount: 1, ...(capture === undefined ? {} : { capture }) },
    });
    assert.ok(body.status === "approved");
    assert.equal(body.transactionId, null);
  }
  const declined = await call(tenant, createAuthorization, { body: { panToken, amount: 5_000, capture: true } });
  assert.ok(declined.body.status === "declined");
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const capture of ["true", 1]) {
    const rawBody = JSON.stringify({ panToken, amount: 1, capture });
    assert.equal((await expectError(tenant, createAuthorization, { rawBody }, invalid)).error.field, "capture");
  }
  await assertBalance(accountId, { postedMinor: 1_000_00n, heldMinor: 2_00n });
});

test("every field of the request comes back in the record, its metadata is stored as sent", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const metadata = { z: 1, a: { nested: ["x", null, true], empty: {} }, "": "no name", big: 9007199254740991 };
  const fields = { mcc: "5999", mode: "02", avsResult: "Y", cvvResult: "M", currency: "USD" } as const;
  const named = { ...fields, merchant: tenant.merchantId, merchantNameRaw: "CAFÉ 東京 ☕" };
  const { body } = await call(tenant, createAuthorization, {
    body: { panToken: card.panToken, amount: 1, channel: "e-commerce", ...named, metadata },
  });
  const id = body.recordId ?? "";
  const record = await call(tenant, getAuthorization, { params: { id } });
  const { channel, card: cardId, amount, status } = record.body;
  assert.deepEqual([channel, cardId, amount, status], ["CHANeCommerce0001", card.id, 1, "Authorization Approved"]);
  for (const [name, value] of Object.entries(named)) assert.equal(Reflect.get(record.body, name), value, name);
  const [row] = await queryTestDatabase("SELECT metadata::text FROM authorizations WHERE id = $1", [id]);
  assert.equal(row?.metadata, JSON.stringify(metadata));
});

test("a channel is named by slug or record id", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant, { allowedChannels: ["CHANmailPhone0001"] });
  for (const channel of ["mail-phone", "CHANmailPhone0001"]) {
    const { status } = await call(tenant, createAuthorization, { body: { panToken, amount: 1, channel } });
    assert.equal(status, 201, channel);
  }
});

const VALID = { panToken: "3Fq8rT2kZb7Wn4XsD", amount: 1 };
const INVALID: readonly (readonly [field: string, values: readonly unknown[]])[] = [
  [
    "panToken",
    [
      undefined,
      null,
      "",
      "short",
      "3Fq8rT2kZb7Wn4XsD1",
      "3Fq8rT2kZb7Wn4Xs\n",
      "3Fq8rT2kZb7Wn4Xsé",
      1234567890123456,
      ["x"],
      {},
    ],
  ],
  ["amount", [undefined, null, "1", 0, -1, 0.009, 0.001, 10_000_000_000, 1.005, 0.1 + 0.2, true, [1], {}]],
  ["currency", ["usd", "US", "USDX", "", 840]],
  ["channel", ["", "x".repeat(65), 1, {}]],
  ["merchant", ["", "x".repeat(65), 1, []]],
  ["merchantNameRaw", ["\u2800", " \u200b", "\u3164\u0301", "x".repeat(65), "two\nlines", "tab\t", "del\u007f", 5]],
  ["mcc", ["581", "58144", "58a4", "٥٨١٤", 5814, ""]],
  ["mode", ["00", "06", "1", 1, ""]],
  ["avsResult", ["y", "B", "", 1]],
  ["cvvResult", ["m", "Y", "", 1]],
  ["metadata", ["text", 1, [], true]],
];

for (const [field, values] of INVALID) {
  test(`${field}: what the contract does not allow is a 400 that names it`, async () => {
    const tenant = await createTestTenant();
    for (const value of values) {
      const rawBody = JSON.stringify({ ...VALID, [field]: value });
      const expected = { status: 400, code: "validation_error" } as const;
      const { error } = await expectError(tenant, createAuthorization, { rawBody }, expected);
      assert.equal(error.field, field, rawBody);
      assert.ok(Array.isArray(error.details.issues), rawBody);
    }
  });
}

test("several wrong fields: the first is named, all are listed", async () => {
  const tenant = await createTestTenant();
  const rawBody = JSON.stringify({ panToken: "x", amount: 0, mode: "9" });
  const expected = { status: 400, code: "validation_error" } as const;
  const { error } = await expectError(tenant, createAuthorization, { rawBody }, expected);
  const issues = error.details.issues as readonly { field: string }[];
  assert.deepEqual([error.field, issues.map(({ field }) => field)], ["panToken", ["panToken", "amount", "mode"]]);
});

test("amounts have the decimals of their currency", async () => {
  const tenant = await createTestTenant();
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 5_000n });
  const dinar = await createTestCard(tenant, { currency: "KWD", fundsMinor: 5_000n });
  const bodies = [
    { panToken: yen.panToken, currency: "JPY", amount: 1500 },
    { panToken: dinar.panToken, currency: "KWD", amount: 1.005 },
  ];
  for (const body of bodies) {
    const { status, body: answer } = await call(tenant, createAuthorization, { body });
    assert.deepEqual([status, answer.amount], [201, body.amount]);
  }
  const halfYen = { panToken: yen.panToken, currency: "JPY", amount: 0.5 };
  await expectError(tenant, createAuthorization, { body: halfYen }, { status: 400, code: "validation_error" });
});

test("references to nothing of the caller's are a 400 with the field", async () => {
  const [tenant, stranger] = [await createTestTenant(), await createTestTenant()];
  const { panToken } = await createTestCard(tenant);
  const references = [
    { channel: "no-such-channel" },
    { channel: "CHANnoSuchOne0001" },
    { merchant: "3Fq8rT2kZb7Wn4XsD" },
    { merchant: stranger.merchantId },
    { currency: "XXX" },
  ];
  for (const reference of references) {
    const expected = { status: 400, code: "invalid_reference" } as const;
    const body = { panToken, amount: 1, ...reference };
    const { error } = await expectError(tenant, createAuthorization, { body }, expected);
    assert.equal(error.field, Object.keys(reference)[0]);
  }
});

test("a panToken of 17 characters that names no card is a 422 with the code 14", async () => {
  const tenant = await createTestTenant();
  const { error } = await expectError(tenant, createAuthorization, { body: VALID }, { status: 422, code: "14" });
  assert.equal(error.field, "panToken");
});

test("any 17 printable characters are a token: what has the wrong letters names no card", async () => {
  const tenant = await createTestTenant();
  for (const panToken of [
    "card-with_a.dash!",
    "{not}a(token)[1]~",
    "0OIl0OIl0OIl0OIl0",
    "'; DROP TABLE x--",
    " ".repeat(17),
  ]) {
    const body = { panToken, amount: 1 };
    await expectError(tenant, createAuthorization, { body }, { status: 422, code: "14" });
  }
});

test("every active currency is taken, with its own decimals", async () => {
  const tenant = await createTestTenant();
  const INVALID = { status: 400, code: "validation_error" } as const;
  for (const [currency, fine, tooFine] of [
    ["PHP", 1.25, 1.255],
    ["IQD", 1.255, 1.2555],
    ["CLF", 1.2555, 1.25555],
    ["UGX", 3, 3.5],
  ] as const) {
    const { panToken, accountId } = await createTestCard(tenant, { currency, fundsMinor: 1_000_000n });
    const { body } = await call(tenant, createAuthorization, { body: { panToken, currency, amount: fine } });
    assert.deepEqual([body.status, body.amount], ["approved", fine], currency);
    await expectError(tenant, createAuthorization, { body: { panToken, currency, amount: tooFine } }, INVALID);
    assert.equal((await getBalance(accountId)).heldMinor, BigInt(Math.round(fine * 10 ** decimalsOf(currency))));
  }
  const { panToken } = await createTestCard(tenant);
  for (const currency of ["XAU", "XXX", "BGN", "HRK", "ZZZ"]) {
    const body = { panToken, currency, amount: 1 };
    await expectError(tenant, createAuthorization, { body }, { status: 400, code: "invalid_reference" });
  }
});

test("a suspended tenant makes no new hold", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  await suspendTestTenant(tenant);
  const expected = { status: 403, code: "tenant_suspended" } as const;
  await expectError(tenant, createAuthorization, { body: { panToken, amount: 1 } }, expected);
});
