import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import { MAX_ATTEMPTS } from "../deliveries/retry-schedule";

export type Replay = NewRow<"replays">;

/** Which failed deliveries: null of either means all. */
export interface ReplayFilter {
  readonly status: "failed" | "exhausted" | null;
  readonly eventType: string | null;
}

/** SQL condition on replay `r`: it sends failed deliveries again. The others are of a span of events, and of another work. */
export const IS_OF_DELIVERIES: Sql = sql`r.since IS NULL`;

/** SQL expression: whether any replay of failed deliveries runs. */
export const isReplaying: Sql = sql`EXISTS (SELECT 1 FROM replays r WHERE r.state = 'running' AND ${IS_OF_DELIVERIES})`;

/** No attempt is asked of a subscription for a replay while so many wait for a sender. */
export function hasRoom(most: number, at: Sql): Sql {
  return sql`${most}::bigint > (SELECT count(*) FROM (
    SELECT 1 FROM webhook_deliveries w WHERE w.subscription_id = r.subscription_id AND w.handed_over_at IS NULL
      AND w.next_attempt_at <= ${at} AND NOT w.is_deferred LIMIT ${most}) waiting)`;
}

/** SQL condition on delivery `d`: it has failed, and one more attempt can be requested. */
export function canBeReplayed(status: Sql, eventType: Sql): Sql {
  return sql`d.error IS NOT NULL AND d.status IN ('failed', 'exhausted') AND d.attempt < ${MAX_ATTEMPTS}::integer
    AND (${status}::delivery_status IS NULL OR d.status = ${status}::delivery_status)
    AND (${eventType}::text IS NULL OR d.event_type = ${eventType}::text)`;
}
