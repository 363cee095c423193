import type { NewRow } from "@/server/db/insert-rows";

/** A member's word that a transaction is not theirs, as it is stored. The tenant on it is the acquirer. */
export type ReportRow = NewRow<"transaction_reports">;
