import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOfFamily } from "@/server/domain/authorizations";
import { deliveryStatusText } from "@/server/domain/webhooks";
import type { AccountId, AuthorizationId, SubscriptionId } from "@/server/platform/noun-ids";

export interface StoryDelivery {
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  readonly eventType: string;
  readonly url: string;
  readonly status: ReturnType<typeof deliveryStatusText>;
  readonly attempt: number;
  readonly responseCode: number | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

export interface StoryEntry {
  readonly postingId: string;
  readonly kind: "funding" | "capture" | "refund" | "payout";
  readonly accountId: AccountId;
  readonly accountKind: "member" | "merchant" | "network";
  /** Positive when the account gains. */
  readonly amountMinor: bigint;
  readonly createdAt: Date;
}

const MAX_ROWS = 500;

type Stored = Omit<StoryDelivery, "status"> & { readonly status: Parameters<typeof deliveryStatusText>[0]["status"] };

export async function listStoryDeliveries(rootId: AuthorizationId): Promise<StoryDelivery[]> {
  const rows = await query<Stored>(
    getPool(),
    sql`SELECT d.id, d.subscription_id, d.event_type, coalesce(d.url, s.url) AS url, d.status, d.attempt,
        d.response_code, d.created_at, d.delivered_at
      FROM events e JOIN webhook_deliveries d ON d.event_id = e.id
        JOIN webhook_subscriptions s ON s.id = d.subscription_id
      WHERE e.authorization_id = ANY(ARRAY(SELECT a.id FROM authorizations a WHERE ${isOfFamily(sql`a`, sql`${rootId}`)}))
      ORDER BY d.created_at, d.id LIMIT ${MAX_ROWS}`,
  );
  return rows.map((row) => ({ ...row, status: deliveryStatusText(row) }));
}

/** Both sides of every posting, in the order written. */
export async function listLedgerEntries(rootId: AuthorizationId): Promise<StoryEntry[]> {
  return query<StoryEntry>(
    getPool(),
    sql`SELECT p.id AS posting_id, p.kind, e.account_id, a.kind AS account_kind, e.amount_minor, p.created_at
      FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
      WHERE p.authorization_id = ${rootId} ORDER BY p.created_at, p.id, e.id LIMIT ${MAX_ROWS}`,
  );
}
