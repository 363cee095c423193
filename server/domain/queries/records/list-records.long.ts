import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Page, pageOf, type Readable } from "@/server/domain/list";
import { getReportFile, requestReportFile } from "@/server/domain/report-files";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { makeReportFiles } from "@/server/testing/report-files";
import { authorizationRecordList } from "./list-authorization-records";
import { balanceList } from "./list-balance-records";
import { listBalanceTransactions } from "./list-balance-transactions";
import { captureList } from "./list-capture-records";
import { refundList } from "./list-refund-records";
import type { PaymentFilter } from "./payment-filter";

withTestDatabase();

/** `WALK_ROWS=1000000` fills as many as the lists are promised for. */
const ROWS = Number(process.env.WALK_ROWS ?? 200_000);
/** Age of the middle record in days: there is one every 5.184 seconds. */
const HALF = (ROWS * 5.184) / 86_400 / 2;
const CHUNK = 50_000;
/** Per call, on a machine that may be busy; each duration is reported. */
const LIMIT_MS = 150;
const TRIES = 5;
const deep = (letter: string) => `${letter}${String(Math.floor(ROWS * 0.0245) * 20).padStart(16, "0")}`;

/** Over 60 days, every tenth at a second merchant, every twentieth refunded; a batch per day but the last two. */
async function fill(db: Queryable, rootId: string, shopId: string, from: number): Promise<void> {
  const n = sql`generate_series(${from}::int, ${from + CHUNK - 1}::int) n`;
  const at = sql`created_at - n * interval '5.184 seconds'`;
  const merchant = sql`CASE WHEN n % 10 = 3 THEN ${shopId} ELSE merchant_id END`;
  const batch = sql`CASE WHEN n * 5.184 > 172800 THEN 'B' || lpad(floor(n * 5.184 / 86400)::text, 3, '0')
    || left(${merchant}, 13) END`;
  await query(
    db,
    sql`INSERT INTO authorizations (id, authorization_number, tenant_id, environment, root_id, outcome, merchant_id,
        card_id, account_id, currency, amount_minor, captured_minor, refunded_minor, family_amount_minor,
        family_captured_minor, family_refunded_minor, approval_code, response_code, merchant_reference, metadata, risk_score,
        decision, request_id, created_at, expires_at)
      SELECT 'L' || lpad(n::text, 16, '0'), lpad((n % 10000000)::text, 7, '0'), tenant_id, environment,
        'L' || lpad(n::text, 16, '0'), outcome, ${merchant}, card_id, account_id, currency, 100, 100, r, 100, 100, r,
        approval_code, '00', 'order ' || n, json_build_object('order', n), risk_score, decision, request_id, ${at}, ${at}
      FROM authorizations, ${n}, LATERAL (SELECT CASE WHEN n % 20 = 0 THEN 40 ELSE 0 END AS r) back WHERE id = ${rootId}`,
  );
  await query(
    db,
    sql`INSERT INTO captures (id, transaction_id, authorization_id, target_id, root_id, tenant_id, environment, merchant_id,
        currency, amount_minor, refunded_minor, family_sequence, created_at, settled_at, batch_id)
      SELECT 'C' || lpad(n::text, 16, '0'), 'C' || lpad(n::text, 16, '0'), 'L' || lpad(n::text, 16, '0'),
        'L' || lpad(n::text, 16, '0'), 'L' || lpad(n::text, 16, '0'), tenant_id, environment, ${merchant}, currency, 100,
        CASE WHEN n % 20 = 0 THEN 40 ELSE 0 END, 1, ${at}, CASE WHEN n * 5.184 > 172800 THEN created_at END, ${batch}
      FROM captures, ${n} WHERE root_id = ${rootId}`,
  );
  await query(
    db,
    sql`INSERT INTO reversals (id, authorization_id, root_id, tenant_id, environment, currency, voided_minor, refunded_minor,
        reason_code, created_at)
      SELECT 'V' || lpad(n::text, 16, '0'), 'L' || lpad(n::text, 16, '0'), 'L' || lpad(n::text, 16, '0'), tenant_id, environment,
        currency, 0, 40, 'RV05', ${at} FROM reversals, ${n} WHERE root_id = ${rootId} AND n % 20 = 0`,
  );
  await query(
    db,
    sql`INSERT INTO refunds (id, reversal_id, capture_id, merchant_id, currency, amount_minor, created_at, settled_at, batch_id)
      SELECT 'F' || lpad(n::text, 16, '0'), 'V' || lpad(n::text, 16, '0'), 'C' || lpad(n::text, 16, '0'), ${merchant}, currency,
        40, ${at}, CASE WHEN n * 5.184 > 172800 THEN created_at END, ${batch}
      FROM (SELECT r.* FROM refunds r JOIN captures c ON c.id = r.capture_id WHERE c.root_id = ${rootId}) one, ${n}
      WHERE n % 20 = 0`,
  );
}

/** On its own connection, without constraints and the time limit of requests. */
async function fillAll(rootId: string, shopId: string): Promise<void> {
  const client = await getPool().connect();
  try {
    await client.query("SET statement_timeout = 0; SET session_replication_role = replica");
    for (let from = 1; from <= ROWS; from += CHUNK) await fill(client, rootId, shopId, from);
    await client.query(`INSERT INTO settlement_batches (id, tenant_id, environment, merchant_id, currency, settled_day, cutoff_at,
        previous_batch_id, capture_count, captured_minor, refund_count, refunded_minor, carried_in_minor, payout_minor,
        carried_out_minor, payout_posting_id, created_at)
      SELECT c.batch_id, min(c.tenant_id), 'test', c.merchant_id, min(c.currency), max(c.created_at)::date,
        max(c.created_at) + interval '1 second', NULL, count(*), sum(c.amount_minor), 0, sum(c.refunded_minor), 0,
        sum(c.amount_minor - c.refunded_minor), 0, 'P' || substr(c.batch_id, 2), max(c.created_at) + interval '2 seconds'
      FROM captures c WHERE c.batch_id IS NOT NULL GROUP BY c.batch_id, c.merchant_id`);
    await client.query("ANALYZE");
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

test(`${ROWS.toLocaleString("en-US")} payments: pages take under 150 ms, and a walk misses none`, async (context) => {
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 100_000_00n });
  const rare = await createTestCard(tenant);
  const pay = async (of: typeof card) => {
    const { recordId } = await authorize(tenant, of, 1);
    await capture(tenant, recordId);
    await reverse(tenant, recordId, 0.4, { kind: "refund" });
    return recordId;
  };
  await fillAll(await pay(card), shop.id);
  await pay(rare);
  const caller = tenantCaller(tenant);
  const ago = (days: number) => new Date(caller.now.getTime() - days * 24 * 3_600_000);
  const filters: Record<string, Partial<PaymentFilter>> = {
    all: {},
    "a day": { createdFrom: ago(HALF + 1), createdBefore: ago(HALF) },
    "a merchant": { merchant: shop.id },
    "a member with few payments": { member: rare.memberId },
    "a card with few payments": { card: rare.id },
    "a reference": { merchantReference: `order ${ROWS / 2}` },
    "metadata of an hour": {
      metadata: { order: String(ROWS / 2) },
      createdFrom: ago(HALF + 0.02),
      createdBefore: ago(HALF - 0.02),
    },
  };
  const slow: string[] = [];
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const took = await medianOf(work);
    context.diagnostic(`${name}: ${took.toFixed(1)} ms`);
    if (took > LIMIT_MS) slow.push(`${name}: ${took.toFixed(1)} ms`);
  };
  const account = { merchant: shop.id, currency: "USD", startingAfter: null, endingBefore: null, limit: 25 };
  for (const [name, filter] of Object.entries(filters)) {
    for (const isDeep of [false, true]) {
      const after = (id: string) => ({
        limit: 25,
        startingAfter: isDeep && !filter.member && !filter.card ? id : null,
      });
      const what = `${name}${isDeep ? ", deep" : ""}`;
      await measure(`authorizations, ${what}`, () => pageOf(authorizationRecordList(caller, filter), after(deep("L"))));
      await measure(`captures, ${what}`, () => pageOf(captureList(caller, filter), after(deep("C"))));
      await measure(`refunds, ${what}`, () => pageOf(refundList(caller, filter), after(deep("V"))));
    }
  }
  // These add up unsettled lines and a day's lines: reported, without a limit.
  const tell = async (name: string, work: () => Promise<unknown>) =>
    context.diagnostic(`${name}: ${(await medianOf(work)).toFixed(1)} ms`);
  await tell("balances", () => pageOf(balanceList(caller, {}), { limit: 25 }));
  await tell("balance transactions, a day", () =>
    listBalanceTransactions(caller, { ...account, createdFrom: ago(HALF + 1), createdBefore: ago(HALF) }),
  );
  assert.deepEqual(slow, []);

  const walks = {
    authorizations: ["L", authorizationRecordList(caller, {})],
    captures: ["C", captureList(caller, {})],
    refunds: ["V", refundList(caller, {})],
  } as const;
  for (const [name, [letter, list]] of Object.entries(walks)) {
    const every = letter === "V" ? 20 : 1;
    let isWalking = true;
    let paid = 0;
    const others = (async () => {
      for (; isWalking; paid += 1) await pay(card);
    })();
    const { met, repeated, times } = await walk(list);
    isWalking = false;
    await others;
    let missed = 0;
    for (let n = every; n <= ROWS; n += every) if (!met.has(`${letter}${String(n).padStart(16, "0")}`)) missed += 1;
    assert.deepEqual({ missed, repeated }, { missed: 0, repeated: 0 }, name);
    assert.ok(paid > 10, `${paid} payments came meanwhile`);
    const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
    context.diagnostic(
      `${name}: walked ${met.size} in ${times.length} pages of 100 while ${paid} payments came; missed 0, repeated 0; a page's read took ${p95.toFixed(1)} ms at the 95th percentile, ${times.at(-1)?.toFixed(1)} ms at most`,
    );
  }
  await tellReport(tenant, (text) => context.diagnostic(text));
});

interface Walked {
  readonly met: ReadonlySet<string>;
  readonly repeated: number;
  readonly times: readonly number[];
}

async function walk(list: Readable<{ readonly id: string }>): Promise<Walked> {
  const met = new Set<string>();
  const times: number[] = [];
  let repeated = 0;
  for (let startingAfter: string | null = null; ; ) {
    const from = performance.now();
    const page: Page<{ readonly id: string }> = await pageOf(list, { limit: 100, startingAfter });
    times.push(performance.now() - from);
    for (const item of page.items) {
      startingAfter = item.id;
      if (met.has(startingAfter)) repeated += 1;
      met.add(startingAfter);
    }
    if (!page.hasMore) return { met, repeated, times: times.sort((a, b) => a - b) };
  }
}

async function tellReport(tenant: TestTenant, tell: (text: string) => void): Promise<void> {
  const at = tenantCaller(tenant);
  const createdFrom = new Date(at.now.getTime() - 365 * 24 * 3_600_000);
  const asked = { kind: "payments", createdFrom, createdBefore: null, merchant: null, currency: null } as const;
  const { id } = await requestReportFile(at, asked, null);
  const from = performance.now();
  await makeReportFiles();
  const took = (performance.now() - from) / 1_000;
  const file = await getReportFile(at, { id });
  assert.equal(file.state, "done");
  assert.equal(file.rowCount, file.totalCount);
  assert.ok(file.rowCount >= ROWS);
  const [kept] = await query<{ bytes: number }>(
    getPool(),
    sql`SELECT sum(length(content))::float8 AS bytes FROM report_file_parts WHERE file_id = ${id}`,
  );
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
  tell(
    `a report of ${file.rowCount} payments took ${took.toFixed(1)} s, rests included; its file has ${megabytes(Number(file.byteCount))} MB, of which ${megabytes(kept?.bytes ?? 0)} MB are kept`,
  );
}
