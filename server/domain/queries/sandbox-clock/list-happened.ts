import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { raw, sql } from "@/server/db/sql";
import { isInSandboxOf } from "@/server/domain/sandbox-clock";
import type { TenantId } from "@/server/platform/noun-ids";

type HappenedKind =
  | "hold_expired"
  | "code_expired"
  | "agreement_request_expired"
  | "agreement_due"
  | "charge_request_ended"
  | "settled"
  | "webhook_attempt";

export interface HappenedItem {
  readonly kind: HappenedKind;
  readonly at: Date;
  readonly id: string;
  /** A merchant's name or a subscription's URL; null for a code. */
  readonly of: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly subscriptionId: string | null;
  readonly attempt: number | null;
  readonly hasArrived: boolean | null;
}

export interface Happened {
  readonly items: readonly HappenedItem[];
  readonly hasMore: boolean;
}

/** Scheduled effects after `after` and up to `until`, oldest first. Leaves out what someone did. */
export async function listHappened(
  tenantId: TenantId,
  { after, until, limit }: { readonly after: Date; readonly until: Date; readonly limit: number },
): Promise<Happened> {
  const isIn = (column: string) => sql`(${raw(column)} > ${after} AND ${raw(column)} <= ${until})`;
  const isOwn = (row: string) => isInSandboxOf(tenantId, raw(row));
  const dueAt = sql`g.next_charge_on::timestamp AT TIME ZONE g.time_zone`;
  const rows = await query<HappenedItem>(
    getPool(),
    sql`SELECT h.* FROM (
        SELECT 'hold_expired' AS kind, a.expires_at AS at, a.id, m.name AS of, a.family_expired_minor AS amount_minor, a.currency,
            NULL AS subscription_id, NULL::int AS attempt, NULL::boolean AS has_arrived
          FROM authorizations a JOIN merchants m ON m.id = a.merchant_id
          WHERE a.parent_id IS NULL AND a.family_expired_minor > 0 AND ${isOwn("a")} AND ${isIn("a.expires_at")}
        UNION ALL
        SELECT 'code_expired', c.expires_at, c.id, NULL, NULL, NULL, NULL, NULL, NULL
          FROM payment_codes c WHERE c.status = 'expired' AND ${isOwn("c")} AND ${isIn("c.expires_at")}
        UNION ALL
        SELECT 'agreement_request_expired', g.expires_at, g.id, m.name, NULL, NULL, NULL, NULL, NULL
          FROM recurring_agreements g JOIN merchants m ON m.id = g.merchant_id
          WHERE g.status = 'expired' AND ${isOwn("g")} AND ${isIn("g.expires_at")}
        UNION ALL
        SELECT 'agreement_due', ${dueAt}, g.id, m.name, NULL, NULL, NULL, NULL, NULL
          FROM recurring_agreements g JOIN merchants m ON m.id = g.merchant_id
          WHERE g.status = 'active' AND ${isOwn("g")} 
            AND ${dueAt} > ${after} AND ${dueAt} <= ${until}
        UNION ALL
        SELECT 'charge_request_ended', q.decided_at, q.authorization_id, m.name, q.amount_minor, q.currency, NULL, NULL, NULL
          FROM charge_requests q JOIN merchants m ON m.id = q.merchant_id
          WHERE q.status IN ('expired', 'withdrawn') AND ${isOwn("q")} AND ${isIn("q.decided_at")}
        UNION ALL
        SELECT 'settled', b.created_at, b.id, m.name, b.payout_minor, b.currency, NULL, NULL, NULL
          FROM settlement_batches b JOIN merchants m ON m.id = b.merchant_id
          WHERE b.idempotency_key IS NULL AND ${isOwn("b")} AND ${isIn("b.created_at")}
        UNION ALL
        SELECT 'webhook_attempt', t.started_at, t.delivery_id, s.url, NULL, NULL, s.id, t.number, t.error IS NULL
          FROM webhook_subscriptions s JOIN webhook_attempts t ON t.subscription_id = s.id
          WHERE ${isOwn("s")} AND ${isIn("t.started_at")}
      ) h ORDER BY h.at, h.kind, h.id, h.attempt LIMIT ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}
