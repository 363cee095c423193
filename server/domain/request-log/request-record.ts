import type { NewRow } from "@/server/db/insert-rows";
import type { Partitioned } from "@/server/db/retention/partitions";

/** One authenticated request on /v1 or /merchant/v1: what it was and what it came to, never its bodies or secrets. */
export type RequestRecord = NewRow<"request_records">;

export const REQUEST_PARTITIONS: Partitioned = {
  table: "request_records",
  by: "created_at",
  daysEach: 1,
  keptDays: 30,
};
