import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import { MAX_ATTEMPTS } from "../deliveries/retry-schedule";

export type Replay = NewRow<"replays">;

/** Which failed deliveries: null of either means all. */
export interface ReplayFilter {
  readonly status: "failed" | "exhausted" | null;
  readonly eventType: string | null;
}

/** SQL expression: whether any replay runs. */
export const isReplaying: Sql = sql`EXISTS (SELECT 1 FROM replays WHERE state = 'running')`;

/** SQL condition on delivery `d`: it has failed, and one more attempt can be requested. */
export function canBeReplayed(status: Sql, eventType: Sql): Sql {
  return sql`d.error IS NOT NULL AND d.status IN ('failed', 'exhausted') AND d.attempt < ${MAX_ATTEMPTS}::integer
    AND (${status}::delivery_status IS NULL OR d.status = ${status}::delivery_status)
    AND (${eventType}::text IS NULL OR d.event_type = ${eventType}::text)`;
}
