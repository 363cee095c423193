import type { NewRow } from "@/server/db/insert-rows";
import type { Partitioned } from "@/server/db/retention/partitions";

/** One authenticated request on /v1 or /merchant/v1, without secrets. Bodies are stored separately. */
export type RequestRecord = NewRow<"request_records">;

export const REQUEST_PARTITIONS: Partitioned = {
  table: "request_records",
  by: "created_at",
  daysEach: 1,
  keptDays: 30,
};

/** Redacted bodies, dropped with their records. */
export const BODY_PARTITIONS: Partitioned = { ...REQUEST_PARTITIONS, table: "request_bodies" };
