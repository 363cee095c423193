import type { Attempt } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { MERCHANT_FACTS, type MerchantFacts } from "@/server/domain/merchants";
import { type Subscriber, selectSubscribers } from "@/server/domain/webhooks";
import type { AuthorizationRow } from "../authorization";
import { type CardFacts, cardColumns, overdueHoldsOf } from "./card-use";
import type { CodeFacts, IncrementPayer } from "./increment-payer";

/** What an increment is decided on, beside its family. */
export interface IncrementFacts {
  readonly drawn: bigint;
  readonly merchant: MerchantFacts;
  readonly payer: IncrementPayer;
  readonly subscribers: readonly Subscriber[];
}

type Read<Payer> = Payer & Omit<IncrementFacts, "payer">;

/** When it must lock, the root is locked already; the card or code comes next, then its account. */
export async function findIncrementFacts(
  { db, isLocking }: Attempt,
  root: AuthorizationRow,
  now: Date,
): Promise<IncrementFacts> {
  if (root.cardId !== null) {
    const from = sql`cards c JOIN accounts a ON a.id = c.account_id AND c.id = ${root.cardId}`;
    if (isLocking) await query(db, sql`SELECT c.id FROM ${from} FOR NO KEY UPDATE OF c, a`);
    const card = await read<CardFacts>(db, root, from, sql`${cardColumns()}, ${accountColumns(now)}`);
    return { ...card, payer: { kind: "card", card } };
  }
  if (root.paymentCodeId !== null) {
    const from = sql`payment_codes p JOIN accounts a ON a.id = p.account_id AND p.id = ${root.paymentCodeId}`;
    if (isLocking) await query(db, sql`SELECT p.id FROM ${from} FOR NO KEY UPDATE OF p, a`);
    const code = await read<CodeFacts>(db, root, from, codeColumns(now));
    return { ...code, payer: { kind: "code", code } };
  }
  throw new Error("an agreement's charge is captured at once and has no hold to add to");
}

function codeColumns(now: Date): Sql {
  return sql`p.id AS code_id, p.max_amount_minor, p.revoked_at IS NOT NULL AS is_revoked,
    ${accountColumns(now)}`;
}

function accountColumns(now: Date): Sql {
  return sql`a.id AS account_id, a.currency AS account_currency,
    a.posted_minor - a.held_minor + a.credit_limit_minor AS available_minor,
    ${overdueHoldsOf(sql`${now}::timestamptz`)} AS overdue_minor`;
}

async function read<Payer extends object>(
  db: Queryable,
  root: AuthorizationRow,
  from: Sql,
  columns: Sql,
): Promise<Read<Payer>> {
  const [row] = await query<Read<Payer>>(
    db,
    sql`SELECT nextval('authorization_number_seq') AS drawn, ${MERCHANT_FACTS} AS merchant,
        ${selectSubscribers(root.tenantId, root.environment)} AS subscribers, ${columns}
      FROM ${from}, merchants m WHERE m.id = ${root.merchantId}`,
  );
  if (!row) throw new Error("an authorization without what paid for it");
  return row;
}
