import type { NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";

export type PayoutRow = NewRow<"payouts">;
export type PayoutState = PayoutRow["state"];

/**
 * `export` into a payment file, `retract` with it, `send` it to the bank; `pay` and `return` as the bank's statement says, `fail`
 * where an operator knows that the bank refused it.
 */
export type PayoutTrigger = "export" | "retract" | "send" | "pay" | "return" | "fail";

/**
 * Anything missing here is no transition. A statement may be faster than whoever says that the file was sent. What an operator
 * calls failed was sent: the file of another could still go to the bank, which would pay what its payee has back already.
 */
const TRANSITIONS: Readonly<Record<PayoutState, Partial<Readonly<Record<PayoutTrigger, PayoutState>>>>> = {
  pending: { export: "exported" },
  exported: { retract: "pending", send: "sent", pay: "paid", return: "returned" },
  sent: { pay: "paid", return: "returned", fail: "failed" },
  paid: { return: "returned" },
  returned: {},
  failed: {},
};

export function nextState({ state }: Pick<PayoutRow, "state">, trigger: PayoutTrigger): PayoutState | null {
  return TRANSITIONS[state][trigger] ?? null;
}

/** SQL condition: payout `o` is in a state in which the trigger does something. */
export function payoutMay(trigger: PayoutTrigger): Sql {
  const states = Object.entries(TRANSITIONS).flatMap(([state, next]) => (trigger in next ? [`'${state}'`] : []));
  return raw(`o.state IN (${states.join(", ")})`);
}

/** Literals, so that partial indexes serve. */
export const IS_IN_TRANSIT: Sql = raw("o.state IN ('pending', 'exported', 'sent')");

/** A merchant's money in one currency, up to a moment. */
interface ReturnedScope {
  readonly merchantId: string;
  readonly currency: string;
  readonly cutoffAt: Date;
}

/** Payouts `o` of merchants that came back, or failed, and that no batch has paid again. */
export const IS_UNPAID = sql`o.return_posting_id IS NOT NULL AND o.merchant_id IS NOT NULL AND o.repaid_batch_id IS NULL`;

/** SQL query: a row for each of them that one merchant has in a currency. */
export function selectReturned(merchantId: Sql, currency: Sql, cutoffAt: Date): Sql {
  return sql`SELECT 1 FROM payouts o
    WHERE ${IS_UNPAID} AND o.merchant_id = ${merchantId} AND o.currency = ${currency} AND o.returned_at < ${cutoffAt}`;
}

const ofScope = ({ merchantId, currency, cutoffAt }: ReturnedScope) =>
  sql`${IS_UNPAID} AND o.merchant_id = ${merchantId} AND o.currency = ${currency} AND o.returned_at < ${cutoffAt}`;

export async function hasReturned(db: Queryable, scope: ReturnedScope): Promise<boolean> {
  const [found] = await query(db, sql`SELECT 1 FROM payouts o WHERE ${ofScope(scope)} LIMIT 1`);
  return found !== undefined;
}

interface Returned {
  readonly ids: readonly string[];
  readonly sumMinor: bigint;
}

/** What a batch of this scope pays again. Locked, so that no other batch does. */
export async function lockReturned(db: Queryable, scope: ReturnedScope): Promise<Returned> {
  const rows = await query<{ id: string; amountMinor: bigint }>(
    db,
    sql`SELECT o.id, o.amount_minor FROM payouts o WHERE ${ofScope(scope)} ORDER BY o.id FOR UPDATE`,
  );
  return { ids: rows.map(({ id }) => id), sumMinor: rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) };
}

export async function markRepaid(db: Queryable, { ids }: Returned, batchId: string): Promise<void> {
  if (ids.length === 0) return;
  await query(db, sql`UPDATE payouts SET repaid_batch_id = ${batchId} WHERE id = ANY(${[...ids]}::text[])`);
}
