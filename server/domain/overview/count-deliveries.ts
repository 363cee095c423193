import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "../caller";

/** Of deliveries that have come to an attempt. */
interface Counts {
  readonly delivered: number;
  readonly attempted: number;
}

export interface DeliveryCounts {
  readonly current: Counts;
  readonly before: Counts;
}

/** Enough to tell how it goes; no more is read of each subscription, however much was sent. */
const SAMPLE = 500;

/** Of each subscription's newest 500 deliveries in the period, and in the one before. */
export async function countDeliveries(
  staff: StaffCaller,
  { start, lengthMs }: { readonly start: Date; readonly lengthMs: number },
): Promise<DeliveryCounts> {
  const shift = (at: Date) => new Date(at.getTime() - lengthMs);
  const [current, before] = await Promise.all([
    countBetween(staff, start, staff.now),
    countBetween(staff, shift(start), shift(staff.now)),
  ]);
  return { current, before };
}

async function countBetween({ tenantId, environment }: StaffCaller, from: Date, until: Date): Promise<Counts> {
  const [counts] = await query<Counts>(
    getPool(),
    sql`SELECT count(*) FILTER (WHERE d.status = 'delivered')::int AS delivered, count(*)::int AS attempted
      FROM webhook_subscriptions s CROSS JOIN LATERAL (
        SELECT status FROM webhook_deliveries
        WHERE subscription_id = s.id AND created_at >= ${from} AND created_at <= ${until}
        ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE}
      ) d
      WHERE s.tenant_id = ${tenantId} AND s.environment = ${environment}::environment AND s.status <> 'revoked'
        AND d.status <> 'pending'`,
  );
  return counts ?? { delivered: 0, attempted: 0 };
}
