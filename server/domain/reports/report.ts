import type { NewRow } from "@/server/db/insert-rows";

/** The member doesn't recognize a transaction. The tenant is the acquirer. */
export type ReportRow = NewRow<"transaction_reports">;
