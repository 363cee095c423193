import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization, getAuthorization } from "@/server/contracts/rest/authorizations";
import { setCardStatus } from "@/server/domain/members";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

type CardOptions = NonNullable<Parameters<typeof createTestCard>[1]>;

const DECLINES: readonly (readonly [code: string, why: string, card: CardOptions, details: object])[] = [
  ["51", "more than the funds", { fundsMinor: 19_99n }, {}],
  ["54", "an expired card", { expiresOn: new Date("2020-01-01") }, {}],
  [
    "57",
    "another currency than the account’s",
    { currency: "EUR" },
    { rule: "currency", currency: "USD", accountCurrency: "EUR" },
  ],
  ["57", "a merchant category that is not listed", { allowedMccs: ["4111"] }, { rule: "mcc" }],
  ["57", "a channel that is not listed", { allowedChannels: ["CHANpointOfSale01"] }, { rule: "channel" }],
  ["57", "a mode that is not listed", { allowedModes: ["01"] }, { rule: "mode" }],
  ["61", "over the limit of one transaction", { perTransactionLimitMinor: 19_99n }, { limit: "transaction" }],
  ["61", "over the limit of a day", { dailyAmountLimitMinor: 19_99n }, { limit: "daily-amount" }],
  ["65", "over the count of a day", { dailyCountLimit: 0 }, { limit: "daily-count" }],
];

for (const [code, why, options, details] of DECLINES) {
  test(`${code} for ${why}: a 200 that is recorded and says no more than it may`, async () => {
    const tenant = await createTestTenant();
    const { panToken } = await createTestCard(tenant, options);
    const { status, body } = await call(tenant, createAuthorization, { body: { panToken, amount: 20 } });
    assert.equal(status, 200);
    assert.ok(body.status === "declined");
    assert.deepEqual([body.reasonCode, body.amount, body.details], [code, 20, details]);
    const { body: record } = await call(tenant, getAuthorization, { params: { id: body.recordId ?? "" } });
    const shown = [record.status, record.reasonCode, record.responseCode, record.approvalCode, record.expires];
    assert.deepEqual(shown, ["Authorization Declined", code, code, null, null]);
    assert.equal(record.authorizationId, body.authorizationId);
    assert.ok(record.reasonTitle);
  });
}

for (const [status, code] of [
  ["frozen", "62"],
  ["closed", "14"],
] as const) {
  test(`a ${status} card is declined with ${code}`, async () => {
    const tenant = await createTestTenant();
    const { id, panToken } = await createTestCard(tenant);
    await setCardStatus(networkCaller(), { cardId: id, status });
    const { body } = await call(tenant, createAuthorization, { body: { panToken, amount: 20 } });
    assert.ok(body.status === "declined");
    assert.equal(body.reasonCode, code);
  });
}

test("the last cent can be held, one more cannot", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 20_00n });
  const last = await call(tenant, createAuthorization, { body: { panToken, amount: 20 } });
  const over = await call(tenant, createAuthorization, { body: { panToken, amount: 0.01 } });
  assert.deepEqual([last.status, over.status], [201, 200]);
});
