import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { listAuthorizations } from "@/server/contracts/rest/authorizations";
import type { OperationContract } from "@/server/contracts/rest/operation";
import * as contracts from "@/server/contracts/rest/reading-back/records";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import {
  authorize,
  capture,
  declineOf,
  increment,
  read,
  reverse,
} from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, redeem } from "@/server/testing/factories/payment-codes";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

type Query = Readonly<Record<string, string>>;

const LISTS = { listAuthorizations, listCaptures: contracts.listCaptures, listRefunds: contracts.listRefunds };
type ListName = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as ListName[];

async function page(
  tenant: TestTenant,
  name: ListName,
  query: Query = {},
): Promise<{ ids: string[]; hasMore: boolean }> {
  const contract: OperationContract = LISTS[name];
  const { body } = await call(tenant, contract, { query });
  const { data, hasMore } = body as { data: Record<string, string>[]; hasMore: boolean };
  const field = { listAuthorizations: "recordId", listCaptures: "transactionId", listRefunds: "refundId" }[name];
  return { ids: data.map((record) => record[field] ?? ""), hasMore };
}

const ids = async (tenant: TestTenant, name: ListName, query: Query = {}) => (await page(tenant, name, query)).ids;

async function pay(tenant: TestTenant, card: TestCard, amount: number, fields: Parameters<typeof authorize>[3] = {}) {
  const key = randomUUID();
  const { recordId } = await authorize(tenant, card, amount, {
    ...fields,
    metadata: { ...(fields.metadata as object | undefined), key },
  });
  await capture(tenant, recordId);
  await reverse(tenant, recordId, 1, { kind: "refund" });
  const [transactionId = ""] = await ids(tenant, "listCaptures", { "metadata[key]": key });
  const [refundId = ""] = await ids(tenant, "listRefunds", { "metadata[key]": key });
  return { listAuthorizations: recordId, listCaptures: transactionId, listRefunds: refundId };
}

test("a page ends with its span and begins past its cursor, wherever the cursor is", async () => {
  const clock = withFakeClock("2026-03-05T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const made: { readonly second: number; readonly of: Awaited<ReturnType<typeof pay>> }[] = [];
  for (const second of [0, 1, 1, 2, 3]) {
    clock.advance(second * 1_000 - (clock.now().getTime() % 10_000));
    made.unshift({ second, of: await pay(tenant, card, 10) });
  }
  for (const name of NAMES) {
    const newestFirst = (await ids(tenant, name)).map((id) => ({
      id,
      second: made.find(({ of }) => of[name] === id)?.second ?? Number.NaN,
    }));
    assert.equal(newestFirst.length, 5);
    for (const [at, { id }] of newestFirst.entries()) {
      for (const [from, before] of [
        [0, 9],
        [1, 3],
        [2, 9],
        [0, 1],
        [3, 3],
      ] as const) {
        const span = {
          "created[gte]": `2026-03-05T10:00:0${from}.000Z`,
          "created[lt]": `2026-03-05T10:00:0${before}.000Z`,
        };
        const isIn = ({ second }: { readonly second: number }) => second >= from && second < before;
        const older = newestFirst.slice(at + 1).filter(isIn);
        const newer = newestFirst.slice(0, at).filter(isIn);
        const what = `${name}, ${at}, ${from} to ${before}`;
        const idsOf = (records: typeof older) => records.map((record) => record.id);
        assert.deepEqual(await ids(tenant, name, { ...span, starting_after: id }), idsOf(older), what);
        assert.deepEqual(await ids(tenant, name, { ...span, ending_before: id }), idsOf(newer), what);
        const nearest = await ids(tenant, name, { ...span, ending_before: id, limit: "1" });
        assert.deepEqual(nearest, idsOf(newer.slice(-1)), what);
      }
    }
  }
});

test("a walk in pages meets each record once while others come, change, and settle", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const known = [];
  for (let i = 0; i < 5; i += 1) {
    if (i % 2 === 0) clock.advance(1_000);
    known.push(await pay(tenant, card, 10));
  }
  for (const name of NAMES) {
    const met: string[] = [];
    for (let query: Query = { limit: "2" }; ; ) {
      const { ids, hasMore } = await page(tenant, name, query);
      met.push(...ids);
      clock.advance(1_000);
      await pay(tenant, card, 10);
      await settleAfterASecond(clock, tenant);
      if (!hasMore) break;
      query = { limit: "2", starting_after: ids.at(-1) ?? "" };
    }
    const expected: string[] = known.map((payment) => payment[name]);
    const newest = new Set(expected);
    assert.equal(new Set(met).size, met.length, `${name} repeats none`);
    assert.deepEqual(met.filter((id) => newest.has(id)).sort(), expected.sort(), `${name} misses none`);
  }
});

test("ending_before walks back to the newest, and says whether more come before", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  for (let i = 0; i < 5; i += 1) {
    clock.advance(1_000);
    await pay(tenant, card, 10);
  }
  for (const name of NAMES) {
    const [first, second, third, fourth, fifth] = await ids(tenant, name);
    const before = (id: string | undefined) => page(tenant, name, { limit: "2", ending_before: id ?? "" });
    assert.deepEqual(await before(fifth), { ids: [third, fourth], hasMore: true });
    assert.deepEqual(await before(third), { ids: [first, second], hasMore: false });
    assert.deepEqual(await before(first), { ids: [], hasMore: false });
    const after = await page(tenant, name, { limit: "4", starting_after: first ?? "" });
    assert.deepEqual(after, { ids: [second, third, fourth, fifth], hasMore: false });
    assert.deepEqual(await page(tenant, name, { starting_after: fifth ?? "" }), { ids: [], hasMore: false });
  }
});

test("every filter lets through what it says and nothing else", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const other = await createTestCard(tenant);
  const plain = await pay(tenant, card, 10);
  clock.advance(60_000);
  const named = await pay(tenant, other, 20, { merchant: shop.id, metadata: { order: "1001", table: 7, vip: true } });
  clock.advance(60_000);
  const { body: redeemed } = await redeem(tenant, await createTestCode(tenant, { card }), { amount: 30 });
  const redeemedId = redeemed.recordId ?? "";
  await capture(tenant, redeemedId);
  await reverse(tenant, redeemedId, 1, { kind: "refund" });
  const both = { plain, named };
  const { card: codeId } = await read(tenant, redeemedId);
  const cases: readonly (readonly [Query, readonly ("plain" | "named" | "code")[]])[] = [
    [{}, ["code", "named", "plain"]],
    [{ "created[gte]": "2026-03-02T10:01:00.000Z" }, ["code", "named"]],
    [{ "created[lt]": "2026-03-02T10:01:00.000Z" }, ["plain"]],
    [{ "created[gte]": "2026-03-02T10:00:30Z", "created[lt]": "2026-03-02T10:01:30Z" }, ["named"]],
    [{ merchant: shop.id }, ["named"]],
    [{ merchant: tenant.merchantId }, ["code", "plain"]],
    [{ member: other.memberId }, ["named"]],
    [{ member: card.memberId }, ["code", "plain"]],
    [{ card: card.id }, ["plain"]],
    [{ card: codeId }, ["code"]],
    [{ card: card.id, member: other.memberId }, []],
    [{ instrument: "card" }, ["named", "plain"]],
    [{ instrument: "payment_code" }, ["code"]],
    [{ instrument: "agreement" }, []],
    [{ "metadata[order]": "1001" }, ["named"]],
    [{ "metadata[order]": "1001", "metadata[table]": "7", "metadata[vip]": "true" }, ["named"]],
    [{ "metadata[order]": "1002" }, []],
    [{ currency: "USD" }, ["code", "named", "plain"]],
    [{ currency: "EUR" }, []],
  ];
  for (const [query, expected] of cases) {
    for (const name of NAMES) {
      const [ofCode] = await ids(tenant, name, { instrument: "payment_code" });
      const wanted = expected.map((which) => (which === "code" ? ofCode : both[which][name]));
      assert.deepEqual(await ids(tenant, name, query), wanted, `${name} ${JSON.stringify(query)}`);
    }
  }
});

test("amounts are compared in the units of each currency: none, two, three, and four decimals", async () => {
  const tenant = await createTestTenant();
  const amounts = { JPY: 1500, USD: 12.34, KWD: 1.234, CLF: 0.1234 } as const;
  const paid: Record<string, string> = {};
  for (const [currency, amount] of Object.entries(amounts)) {
    const card = await createTestCard(tenant, { currency: currency as keyof typeof amounts, fundsMinor: 100_000n });
    const { recordId } = await authorize(tenant, card, amount, { currency });
    await capture(tenant, recordId);
    await reverse(tenant, recordId, amount, { kind: "refund" });
    paid[currency] = recordId;
  }
  const currenciesOf = async (query: Query) => {
    const found = [];
    for (const contract of [listAuthorizations, contracts.listCaptures, contracts.listRefunds] as const) {
      const { body } = await call(tenant, contract as typeof contracts.listCaptures, { query });
      for (const { currency, amount } of body.data) {
        assert.equal(amount, amounts[currency as keyof typeof amounts], `${contract.id} ${currency}`);
      }
      found.push(body.data.map(({ currency }) => currency).sort());
    }
    assert.deepEqual(found[1], found[0]);
    assert.deepEqual(found[2], found[0]);
    return found[0];
  };
  assert.deepEqual(await currenciesOf({}), ["CLF", "JPY", "KWD", "USD"]);
  for (const [currency, amount] of Object.entries(amounts)) {
    const exactly = { "amount[gte]": String(amount), "amount[lte]": String(amount) };
    assert.deepEqual(await currenciesOf(exactly), [currency]);
    assert.deepEqual(await currenciesOf({ currency, ...exactly }), [currency]);
  }
  assert.deepEqual(await currenciesOf({ "amount[gte]": "1.2341", "amount[lte]": "1499.9999" }), ["USD"]);
  assert.deepEqual(await currenciesOf({ "amount[lte]": "0.1233" }), []);
});

test("authorizations by status: as the record reads, an overdue hold too; increments show in their first", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const held = (await authorize(tenant, card, 10)).recordId;
  await increment(tenant, held, 5);
  const partly = (await authorize(tenant, card, 20)).recordId;
  await capture(tenant, partly, 5);
  const voided = (await authorize(tenant, card, 10)).recordId;
  await reverse(tenant, voided);
  const partlyVoided = (await authorize(tenant, card, 10)).recordId;
  await reverse(tenant, partlyVoided, 4);
  const { listAuthorizations: partlyRefunded } = await pay(tenant, card, 30);
  const captured = (await authorize(tenant, card, 10)).recordId;
  await capture(tenant, captured);
  const { recordId: declined } = await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  const byStatus = (status: string) => ids(tenant, "listAuthorizations", { status });
  const all = [held, partly, voided, partlyVoided, partlyRefunded, captured, declined];
  assert.deepEqual((await ids(tenant, "listAuthorizations")).sort(), all.sort());
  const expectRecords = async (expected: Readonly<Record<string, readonly (string | null)[]>>) => {
    for (const [status, records] of Object.entries(expected)) {
      assert.deepEqual((await byStatus(`Authorization ${status}`)).sort(), [...records].sort(), status);
    }
  };
  const stays = {
    Captured: [captured],
    "Partially Refunded": [partlyRefunded],
    Reversed: [voided],
    Declined: [declined],
  };
  await expectRecords({
    Approved: [held],
    "Partially Captured": [partly],
    "Partially Reversed": [partlyVoided],
    Expired: [],
    ...stays,
  });
  const { body } = await call(tenant, listAuthorizations, { query: { status: "Authorization Approved" } });
  const { captures, refunds, ...record } = await read(tenant, held);
  assert.deepEqual([captures, refunds], [[], []]);
  assert.deepEqual(body.data, [record], "a list shows what the record itself shows, but for each capture and refund");
  assert.equal(body.data[0]?.amount, 15);
  clock.advance(40 * 24 * 3_600_000);
  await expectRecords({
    ...stays,
    Approved: [],
    "Partially Captured": [],
    "Partially Reversed": [],
    Expired: [held, partlyVoided],
    Captured: [captured, partly],
  });
});

test("a reference finds the payment, whichever request gave it, and its captures and refunds", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const sale = await createTestSale(merchant, { merchantReference: "order-7" });
  const { refundId } = await refund(merchant, sale.transactionId, 5);
  await createTestSale(merchant, { merchantReference: "order-8" });
  for (const query of [{ merchantReference: "order-7" }, { merchantReference: "order-7", merchant: merchant.id }]) {
    assert.equal((await ids(tenant, "listAuthorizations", query)).length, 1);
    assert.deepEqual(await ids(tenant, "listCaptures", query), [sale.transactionId]);
    assert.deepEqual(await ids(tenant, "listRefunds", query), [refundId]);
  }
  const elsewhere = { merchantReference: "order-7", merchant: tenant.merchantId };
  for (const name of NAMES) assert.deepEqual(await ids(tenant, name, elsewhere), []);
});

test("captures and refunds by status: what waits for its batch, and what is in one", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const settled = await pay(tenant, card, 10);
  await settleAfterASecond(clock, tenant);
  clock.advance(1_000);
  const waiting = await pay(tenant, card, 10);
  for (const name of ["listCaptures", "listRefunds"] as const) {
    const done = name === "listCaptures" ? "Captured" : "Refunded";
    assert.deepEqual(await ids(tenant, name, { status: done }), [settled[name]]);
    assert.deepEqual(await ids(tenant, name, { status: "PendingSettlement" }), [waiting[name]]);
  }
});

const INVALID: readonly Query[] = [
  { limit: "0" },
  { limit: "101" },
  { limit: "1e1" },
  { starting_after: "short" },
  { starting_after: "3Fq8rTBhLm5QdXc7K", ending_before: "3Fq8rTBhLm5QdXc7K" },
  { created: "2026-03-02" },
  { "created[gte]": "yesterday" },
  { "created[lte]": "2026-03-02T10:00:00Z" },
  { "amount[gte]": "-1" },
  { "amount[gte]": "1e3" },
  { "amount[gte]": "0.00001" },
  { "amount[gt]": "1" },
  { merchant: "nobody" },
  { member: "nobody" },
  { card: "nobody" },
  { currency: "usd" },
  { instrument: "cash" },
  { status: "Paid" },
  { metadata: "order" },
  { "metadata[]": "1" },
  { "metadata[__proto__]": "1" },
  { "metadata[order]": "a\u0000b" },
  { "merchant[id]": "3Fq8rTBhLm5QdXc7K" },
  { order: "1001" },
];

for (const name of NAMES) {
  const contract = LISTS[name] as typeof contracts.listCaptures;

  test(`${name} refuses what is no filter, and a cursor, merchant, or member that isn't its caller's`, async () => {
    const tenant = await createTestTenant();
    for (const query of INVALID) {
      const { error } = await expectError(tenant, contract, { query }, { status: 400, code: "validation_error" });
      assert.ok(error.field, JSON.stringify(query));
    }
    const stranger = await createTestTenant();
    const card = await createTestCard(stranger);
    const theirs = (await pay(stranger, card, 10))[name];
    const foreign = {
      starting_after: theirs,
      ending_before: theirs,
      merchant: stranger.merchantId,
      member: card.memberId,
    };
    for (const caller of [tenant, await createTestKey(stranger, { environment: "live" })]) {
      for (const [field, id] of Object.entries(foreign)) {
        const expected = { status: 400, code: "invalid_reference" } as const;
        const { error } = await expectError(caller, contract, { query: { [field]: id } }, expected);
        assert.equal(error.field, field);
      }
      assert.deepEqual(await ids(caller, name, { card: card.id }), []);
    }
    await expectError(null, contract, {}, { status: 401, code: "authentication_failed" });
  });
}
