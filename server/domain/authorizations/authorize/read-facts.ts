import type { Attempt, Standing } from "@/server/db/guarded";
import { rowsAsJson } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { EarlierAnswer } from "@/server/domain/idempotency";
import { MERCHANT_FACTS, type MerchantFacts } from "@/server/domain/merchants";
import type { Habit } from "@/server/domain/risk";
import { clocksDiffer } from "@/server/domain/sandbox-clock";
import { type Subscriber, selectSubscribersOf } from "@/server/domain/webhooks";
import type { AccountId } from "@/server/platform/noun-ids";
import { type OpenRescue, type RescueFacts, selectOpenRescues, toOpenRescue } from "../rescue/open-rescues";
import { HAS_OPEN_HOLD, HOLD_LEFT_MINOR } from "../statuses";
import type { Instrument, Parent, Payer, PaymentRequest } from "./payment-request";

export interface AccountFigures {
  readonly availableMinor: bigint;
  readonly overdueMinor: bigint;
}

export interface Facts<P extends Payer> {
  readonly standing: Standing;
  readonly isTenantSuspended: boolean;
  /** Next value of the sequence behind authorizationId; null for a repeat. */
  readonly drawn: bigint | null;
  /** Null if the reference names no merchant of the caller. */
  readonly merchant: MerchantFacts | null;
  readonly merchantAccountId: AccountId | null;
  /** Null if the environment has no such payer. Any tenant's member may pay. */
  readonly payer: {
    readonly read: P;
    readonly parent: Parent | null;
    readonly figures: AccountFigures;
    readonly habit: Habit | null;
    /** Open rescues of the member at this merchant, smallest first. */
    readonly rescues: readonly OpenRescue[];
    readonly hasOtherAccount: boolean;
    /** The payer's tenant has another sandbox clock than the caller. */
    readonly isOnOtherClock: boolean;
  } | null;
  readonly subscribers: readonly Subscriber[];
  readonly answered: EarlierAnswer | null;
}

interface FactsRow {
  readonly standing: bigint;
  readonly isTenantSuspended: boolean;
  readonly drawn: bigint | null;
  readonly availableMinor: bigint;
  /** Null for a repeat, as is every column that only a decision needs. */
  readonly overdueMinor: bigint | null;
  readonly toMerchant: MerchantFacts | null;
  readonly toAccountId: AccountId | null;
  readonly accountId: AccountId | null;
  readonly habit: HabitFacts | null;
  readonly rescues: readonly RescueFacts[] | null;
  readonly hasOtherAccount: boolean | null;
  readonly isOnOtherClock: boolean;
  readonly subscribers: Subscriber[];
  readonly answerStatus: number;
  readonly answerBody: string | null;
  readonly answerFingerprint: string | null;
  readonly answerIsEncrypted: boolean;
}

const REQUESTED_MERCHANT = sql`coalesce(i.merchant, (SELECT d.id FROM merchants d
  WHERE d.tenant_id = i.tenant_id AND d.environment = i.environment AND d.is_default))`;

const HAS_OTHER_ACCOUNT = sql`CASE WHEN k.fingerprint IS NULL THEN EXISTS (SELECT 1 FROM accounts o
  WHERE o.member_id = p.member_id AND o.currency = a.currency AND o.id <> a.id) END`;

const IS_ON_OTHER_CLOCK = clocksDiffer(
  sql`i.tenant_id`,
  sql`(SELECT o.tenant_id FROM members o WHERE o.id = a.member_id)`,
  sql`i.environment`,
);

const SUBSCRIBERS = selectSubscribersOf({
  tenantId: sql`i.tenant_id`,
  environment: sql`i.environment`,
  merchantId: sql`m.id`,
});

/**
 * Drawing a number writes to the WAL, so the read would wait for a disk flush. It need not: the WAL is flushed in order, and
 * the write that uses the number flushes the draw with it. Never use this inside a transaction, where it would apply to the
 * writes too.
 */
const WAITS_FOR_NO_DISK = sql`(SELECT set_config('synchronous_commit', 'off', true))`;

/** One read for all requests. A locking attempt locks their payers and accounts first. */
export async function readFacts<A extends PaymentRequest, P extends Payer, R>(
  { db, isLocking }: Attempt,
  instrument: Instrument<A, P, R>,
  requests: readonly A[],
): Promise<Facts<P>[]> {
  if (isLocking) await lockPayers(db, instrument, requests);
  const asked = requests.map((request, n) => ({
    n,
    tenantId: request.caller.tenantId,
    environment: request.caller.environment,
    now: request.caller.now,
    merchant: request.merchantId,
    currency: request.currency,
    device: request.described.deviceHash,
    name: instrument.nameOf(request),
    scope: request.claim?.scope ?? null,
    key: request.claim?.key ?? null,
  }));
  const isScored = instrument.parent === null;
  const { rescue } = instrument;
  const rows = await query<FactsRow & R>(
    db,
    sql`SELECT t.standing, t.status = 'suspended' AS is_tenant_suspended,
        ${isLocking ? sql`NULL` : WAITS_FOR_NO_DISK} AS waits,
        CASE WHEN k.fingerprint IS NULL THEN nextval('authorization_number_seq') END AS drawn,
        CASE WHEN m.id IS NOT NULL THEN ${MERCHANT_FACTS} END AS to_merchant,
        ma.id AS to_account_id, p.*,
        a.currency AS account_currency, a.posted_minor - a.held_minor + a.credit_limit_minor AS available_minor,
        CASE WHEN k.fingerprint IS NULL THEN ${overdueHoldsOf(sql`i.now`)} END AS overdue_minor,
        ${isScored ? sql`CASE WHEN k.fingerprint IS NULL THEN ${selectHabit(sql`i.now`, sql`m.id`, sql`i.device`)} END` : sql`NULL`} AS habit,
        ${rescue ? sql`CASE WHEN k.fingerprint IS NULL THEN ${selectOpenRescues(rescue.payerId, sql`m.id`, sql`i.now`)} END` : sql`NULL`} AS rescues,
        ${rescue ? HAS_OTHER_ACCOUNT : sql`NULL`} AS has_other_account,
        ${IS_ON_OTHER_CLOCK} AS is_on_other_clock,
        ${SUBSCRIBERS} AS subscribers,
        k.status AS answer_status, k.body AS answer_body, k.fingerprint AS answer_fingerprint,
        k.is_encrypted AS answer_is_encrypted
      FROM json_to_recordset(${rowsAsJson(asked)}::json) AS i(n int, tenant_id text, environment environment,
        now timestamptz, merchant text, currency text, device text, name text, scope text, key text)
      JOIN LATERAL (SELECT standing, status FROM tenants WHERE id = i.tenant_id LIMIT 1) t ON true
      LEFT JOIN LATERAL ${instrument.source()} p ON true
      LEFT JOIN LATERAL (SELECT * FROM merchants
        WHERE id = ${isScored ? REQUESTED_MERCHANT : sql`p.merchant_id`}
          AND tenant_id = i.tenant_id AND environment = i.environment LIMIT 1) m ON true
      LEFT JOIN LATERAL (SELECT * FROM accounts WHERE id = p.account_id LIMIT 1) a ON true
      LEFT JOIN LATERAL (SELECT id FROM accounts WHERE merchant_id = m.id AND kind = 'merchant'
        AND currency = coalesce(i.currency, a.currency) LIMIT 1) ma ON true
      LEFT JOIN LATERAL (SELECT status, body, fingerprint, is_encrypted FROM idempotency_keys
        WHERE scope = i.scope AND key = i.key LIMIT 1) k ON true
      ORDER BY i.n`,
  );
  return rows.map((row, n) => toFacts(instrument, requests[n], row));
}

/** Locks each payer once, then their accounts, in one order everywhere, so that two that lock the same don't deadlock. */
async function lockPayers<A extends PaymentRequest, P extends Payer, R>(
  db: Queryable,
  instrument: Instrument<A, P, R>,
  requests: readonly A[],
): Promise<void> {
  const byName = new Map(requests.map((request) => [instrument.nameOf(request), request]));
  const accountIds = new Set<AccountId>();
  for (const [, request] of [...byName].sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const { accountId } of await instrument.lock(db, request)) accountIds.add(accountId);
  }
  await query(db, sql`SELECT id FROM accounts WHERE id = ANY(${[...accountIds]}) ORDER BY id FOR NO KEY UPDATE`);
}

function toFacts<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  request: A | undefined,
  row: FactsRow & R,
): Facts<P> {
  if (!request) throw new Error("a read had more rows than requests");
  const {
    standing: version,
    isTenantSuspended,
    drawn,
    toMerchant: merchant,
    subscribers,
    availableMinor,
    overdueMinor,
  } = row;
  return {
    standing: { tenantId: request.caller.tenantId, version },
    isTenantSuspended,
    drawn,
    merchant,
    merchantAccountId: row.toAccountId,
    payer:
      row.accountId === null || overdueMinor === null
        ? null
        : {
            read: instrument.payerOf(row),
            parent: instrument.parent?.of(row) ?? null,
            figures: { availableMinor, overdueMinor },
            habit: row.habit && toHabit(row.habit),
            rescues: (row.rescues ?? []).map(toOpenRescue),
            hasOtherAccount: row.hasOtherAccount ?? false,
            isOnOtherClock: row.isOnOtherClock,
          },
    subscribers,
    answered:
      row.answerFingerprint === null
        ? null
        : {
            status: row.answerStatus,
            body: row.answerBody,
            fingerprint: row.answerFingerprint,
            isEncrypted: row.answerIsEncrypted,
          },
  };
}

function overdueHoldsOf(now: Sql): Sql {
  return sql`(SELECT coalesce(sum${HOLD_LEFT_MINOR}, 0)::bigint FROM authorizations o
    WHERE o.account_id = a.id AND o.expires_at <= ${now} AND ${HAS_OPEN_HOLD})`;
}

/** Transactions behind velocity and mean: bounded for busy accounts, and few, since nearly every row is on its own page. */
export const LOOK_BACK = 20;

/** Number searched for an approval with the same merchant or device. */
const KNOWN_WITHIN = 50;

/** As JSON, which can't carry bigint. */
export interface HabitFacts extends Omit<Habit, "averageMinor"> {
  readonly averageMinor: string;
}

export function selectHabit(now: Sql, merchantId: Sql, deviceHash: Sql): Sql {
  return sql`(SELECT json_build_object(
      'recentCount', count(*) FILTER (WHERE h.created_at > ${now} - interval '10 minutes'),
      'approvedCount', count(*) FILTER (WHERE h.outcome = 'approved'),
      'averageMinor', coalesce(round(avg(h.amount_minor) FILTER (WHERE h.outcome = 'approved')), 0)::text,
      'knowsMerchant', ${knows(sql`k.merchant_id = ${merchantId}`)},
      'knowsDevice', CASE WHEN ${deviceHash} IS NULL THEN false ELSE ${knows(sql`k.device_hash = ${deviceHash}`)} END)
    FROM ${latest(sql`outcome, amount_minor, created_at`, LOOK_BACK)} h)`;
}

/** SQL condition: `isIt` holds for an approval `k` among the account's latest transactions. */
function knows(isIt: Sql): Sql {
  const rows = latest(sql`outcome, merchant_id, device_hash`, KNOWN_WITHIN);
  return sql`EXISTS (SELECT 1 FROM ${rows} k WHERE k.outcome = 'approved' AND ${isIt})`;
}

function latest(columns: Sql, count: number): Sql {
  return sql`(SELECT ${columns} FROM authorizations
    WHERE account_id = a.id AND parent_id IS NULL ORDER BY created_at DESC LIMIT ${count})`;
}

export function toHabit(facts: HabitFacts): Habit {
  return { ...facts, averageMinor: BigInt(facts.averageMinor) };
}
