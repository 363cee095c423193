import type { Attempt } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Subscriber, selectSubscribers } from "../webhooks";
import type { AuthorizationRow } from "./authorization";
import { type CardFacts, cardColumns } from "./card-use";

/** What an increment is decided on, beside its family. */
export interface IncrementFacts {
  readonly drawn: bigint;
  readonly merchantStatus: "active" | "suspended";
  readonly card: CardFacts;
  readonly subscribers: readonly Subscriber[];
}

/** When it must lock, the root is locked already; the card comes next, then its account. */
export async function findIncrementFacts(
  { db, isLocking }: Attempt,
  root: AuthorizationRow,
  now: Date,
): Promise<IncrementFacts> {
  if (isLocking) {
    await query(
      db,
      sql`SELECT c.id FROM cards c JOIN accounts a ON a.id = c.account_id WHERE c.id = ${root.cardId}
        FOR NO KEY UPDATE OF c, a`,
    );
  }
  const [row] = await query<CardFacts & Omit<IncrementFacts, "card">>(
    db,
    sql`SELECT nextval('authorization_number_seq') AS drawn, m.status AS merchant_status,
        ${selectSubscribers(root.tenantId, root.environment)} AS subscribers, ${cardColumns(now)}
      FROM cards c JOIN accounts a ON a.id = c.account_id, merchants m
      WHERE c.id = ${root.cardId} AND m.id = ${root.merchantId}`,
  );
  if (!row) throw new Error("an authorization without its card");
  return { drawn: row.drawn, merchantStatus: row.merchantStatus, subscribers: row.subscribers, card: row };
}
