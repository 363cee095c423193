import type { NewRow } from "@/server/db/insert-rows";

/** One authenticated request on /v1 or /merchant/v1: what it was and what it came to, never its bodies or secrets. */
export type RequestRecord = NewRow<"request_records">;
