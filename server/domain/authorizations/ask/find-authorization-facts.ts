import type { Attempt } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AcquirerCaller } from "@/server/domain/caller";
import type { Habit } from "@/server/domain/risk";
import { type Subscriber, selectSubscribers } from "@/server/domain/webhooks";
import type { MerchantId } from "@/server/platform/noun-ids";
import { type CardFacts, cardColumns } from "./card-use";
import { type HabitFacts, selectHabit, toHabit } from "./habit";

/** What a new authorization is decided on. */
export interface AuthorizationFacts {
  /** A draw of the sequence behind authorizationId. */
  readonly drawn: bigint;
  /** Null when the reference names no merchant of the caller. */
  readonly merchant: { readonly id: MerchantId; readonly status: "active" | "suspended"; readonly mcc: string } | null;
  /** Null when no card of this environment has the token; any tenant's member may pay. */
  readonly card: CardFacts | null;
  readonly habit: Habit;
  readonly subscribers: readonly Subscriber[];
}

type FactsRow = Partial<CardFacts> & {
  drawn: bigint;
  merchantId: MerchantId | null;
  merchantStatus: "active" | "suspended";
  merchantMcc: string;
  habit: HabitFacts;
  subscribers: Subscriber[];
};

/** One read for the whole decision. When it must lock, the card comes before its account, as everywhere. */
export async function findAuthorizationFacts(
  { db, isLocking }: Attempt,
  caller: AcquirerCaller,
  request: { readonly panToken: string; readonly merchant: MerchantId | null },
): Promise<AuthorizationFacts> {
  const { tenantId, environment, now } = caller;
  if (isLocking) {
    await query(
      db,
      sql`SELECT c.id FROM cards c JOIN accounts a ON a.id = c.account_id
        WHERE c.pan_token = ${request.panToken} AND c.environment = ${environment}::environment
        FOR NO KEY UPDATE OF c, a`,
    );
  }
  const [row] = await query<FactsRow>(
    db,
    sql`SELECT nextval('authorization_number_seq') AS drawn, m.id AS merchant_id, m.status AS merchant_status,
        m.mcc AS merchant_mcc, ${selectSubscribers(tenantId, environment)} AS subscribers, ${cardColumns(now)},
        ${selectHabit({ now, merchantId: sql`m.id`, deviceHash: null })} AS habit
      FROM (SELECT 1) AS request
      LEFT JOIN merchants m ON m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
        AND (m.id = ${request.merchant} OR (${request.merchant}::text IS NULL AND m.is_default))
      LEFT JOIN (cards c JOIN accounts a ON a.id = c.account_id)
        ON c.pan_token = ${request.panToken} AND c.environment = ${environment}::environment`,
  );
  if (!row) throw new Error("a read that always has one row had none");
  return {
    drawn: row.drawn,
    merchant: row.merchantId ? { id: row.merchantId, status: row.merchantStatus, mcc: row.merchantMcc } : null,
    card: row.cardId ? (row as CardFacts) : null,
    habit: toHabit(row.habit),
    subscribers: row.subscribers,
  };
}
