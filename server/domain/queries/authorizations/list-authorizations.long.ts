import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { listPageOf } from "@/server/domain/list";
import { issueCard, memberList } from "@/server/domain/members";
import { merchantList } from "@/server/domain/merchants";
import { getOverview } from "@/server/domain/queries";
import { now } from "@/server/platform/clock";
import { newRecordId, parseRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller, networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { type AuthorizationFilter, authorizationList } from "./list-authorizations";
import { listMemberActivity } from "./list-member-activity";

withTestDatabase();

const ROWS = 1_000_000;
const CHUNK = 50_000;
const LIMIT_MS = 100;
const TRIES = 5;
const NOTHING: AuthorizationFilter = {
  state: null,
  merchant: null,
  member: null,
  search: null,
  currency: null,
  least: null,
  most: null,
  reason: null,
  way: null,
};

/** Over 60 days, every tenth at a second merchant. Of a hundred: 1 held, 10 declined, 5 reversed, 1 expired. */
async function fill(db: Queryable, rootId: string, shopId: string, from: number): Promise<void> {
  await query(
    db,
    sql`INSERT INTO authorizations (id, authorization_number, tenant_id, environment, root_id, outcome, merchant_id,
        card_id, account_id, currency, amount_minor, captured_minor, voided_minor, refunded_minor, expired_minor,
        family_amount_minor, family_captured_minor, family_voided_minor, family_refunded_minor, family_expired_minor,
        approval_code, response_code, merchant_reference, risk_score, decision, request_id, created_at, expires_at)
      SELECT 'L' || lpad(n::text, 16, '0'), lpad((n % 10000000)::text, 7, '0'), tenant_id, environment,
        'L' || lpad(n::text, 16, '0'),
        (CASE WHEN d THEN 'declined' ELSE 'approved' END)::authorization_outcome,
        CASE WHEN n % 10 = 3 THEN ${shopId} ELSE merchant_id END, card_id, account_id, currency, 100,
        c, v, r, e, CASE WHEN d THEN 0 ELSE 100 END, c, v, r, e, CASE WHEN d THEN NULL ELSE approval_code END,
        CASE WHEN d THEN '51' ELSE '00' END, 'order ' || n, risk_score, decision, 'R' || lpad(n::text, 16, '0'),
        created_at - n * interval '5.184 seconds', CASE WHEN d THEN NULL ELSE created_at + interval '7 days' END
      FROM authorizations, generate_series(${from}::int, ${from + CHUNK - 1}::int) n,
        LATERAL (SELECT n % 100 BETWEEN 10 AND 19 AS d, n % 100 = 7 AS h, n % 100 BETWEEN 30 AND 34 AS back, n % 100 = 8 AS x) kind,
        LATERAL (SELECT CASE WHEN d OR h OR x OR back THEN 0 ELSE 100 END AS c, CASE WHEN back THEN 100 ELSE 0 END AS v,
          0 AS r, CASE WHEN x THEN 100 ELSE 0 END AS e) figures
      WHERE id = ${rootId}`,
  );
}

/** On its own connection, without constraints and the time limit of requests. */
async function fillAll(rootId: string, shopId: string): Promise<void> {
  const client = await getPool().connect();
  try {
    await client.query("SET statement_timeout = 0; SET session_replication_role = replica");
    for (let from = 1; from <= ROWS; from += CHUNK) await fill(client, rootId, shopId, from);
    await client.query("ANALYZE authorizations");
  } finally {
    client.release(true);
  }
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TRIES; i += 1) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? Number.NaN;
}

const day = 24 * 3_600_000;

test("1,000,000 authorizations: every list, filter, search, deep page, and the overview take under 100 ms", async (context) => {
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 1);
  await fillAll(recordId, shop.id);
  const staff: StaffCaller = {
    kind: "staff",
    tenantId: tenant.id,
    environment: "test",
    isTenantSuspended: false,
    userId: parseRecordId("U0000000000000000"),
    email: "staff@tenant.test",
    role: "viewer",
    timeZone: "UTC",
    now: now(),
    requestId: newRecordId(now()),
  };
  const ago = (days: number) => new Date(staff.now.getTime() - days * day);
  const deep = `L${String(Math.floor((45 * 86_400) / 5.184)).padStart(16, "0")}`;
  const filters: Record<string, Partial<AuthorizationFilter>> = {
    all: {},
    days: { createdFrom: ago(31), createdBefore: ago(30) },
  };
  for (const state of ["held", "captured", "declined", "reversed", "expired"] as const) {
    filters[state] = { state };
    filters[`${state} at a merchant`] = { state, merchant: shop.id };
    filters[`${state}, days`] = { state, createdFrom: ago(31), createdBefore: ago(30) };
  }
  filters.currency = { currency: "EUR" };
  filters.amount = { least: 500 };
  filters.reason = { reason: "51" };
  filters.way = { way: "agreement" };
  filters["a merchant"] = { merchant: shop.id };
  for (const search of [
    "0500000",
    "L0000000000500000",
    "order 500000",
    "R0000000000500000",
    card.id,
    "no such key",
    "1.00",
    "99.00",
  ]) {
    filters[`search ${search}`] = { search };
  }
  const slow: string[] = [];
  const page = { limit: 25, startingAfter: null, sort: null, only: null };
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const what = `${name}: ${(await medianOf(work)).toFixed(1)} ms`;
    context.diagnostic(what);
    if (Number(/: ([\d.]+) ms$/.exec(what)?.[1]) > LIMIT_MS) slow.push(what);
  };
  for (const [name, filter] of Object.entries(filters)) {
    for (const startingAfter of [null, deep]) {
      await measure(`${name}${startingAfter ? ", deep" : ""}`, async () =>
        listPageOf(await authorizationList(staff, { ...NOTHING, ...filter }), { ...page, startingAfter }),
      );
    }
  }
  const member = memberCaller(tenant, card);
  const rare = await issueCard(networkCaller(), { accountId: card.accountId });
  const activities: Record<string, Omit<Parameters<typeof listMemberActivity>[1], "limit" | "startingAfter">> = {
    all: {},
    "a card": { cardId: card.id },
    "a card that paid nothing": { cardId: rare.id },
    "a code that paid nothing": { paymentCodeId: newRecordId(now()) },
    "an agreement that paid nothing": { agreementId: newRecordId(now()) },
    account: { account: card.accountId },
    "search a word": { search: "nothing of that name" },
    "search an id": { search: "L0000000000500000" },
  };
  for (const outcome of ["held", "paid", "declined", "refunded"] as const) activities[outcome] = { outcome };
  for (const [name, filter] of Object.entries(activities)) {
    for (const startingAfter of [null, deep]) {
      await measure(`activity, ${name}${startingAfter ? ", deep" : ""}`, () =>
        listMemberActivity(member, { ...filter, limit: 25, startingAfter }),
      );
    }
  }
  await measure("members", () => listPageOf(memberList(staff, {}), page));
  await measure("merchants", () => listPageOf(merchantList(staff, {}), page));
  const from = performance.now();
  await getOverview(staff, { period: "30d" });
  context.diagnostic(`overview, hours counted for the first time: ${(performance.now() - from).toFixed(0)} ms`);
  for (const period of ["24h", "7d", "30d"] as const) {
    await measure(`overview ${period}`, () => getOverview(staff, { period }));
  }
  assert.deepEqual(slow, []);
});
