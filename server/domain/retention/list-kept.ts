import type { Table } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { keptDays } from "@/server/platform/env";
import { KEPT_DAYS } from "@/server/platform/kept-days";
import type { OperatorCaller } from "../caller";
import { KEPT_TABLES, type Kept } from "./kept-tables";

export interface RetainedTable {
  readonly table: string;
  readonly days: number | null;
  readonly leastDays: number | null;
  /** Null if kept for good, or for `days`. */
  readonly until: string | null;
  readonly because: string;
  /** Deleted by whole partitions, which `lastRun` counts. */
  readonly isPartitioned: boolean;
  readonly lastRun: { readonly ranAt: Date; readonly removed: bigint; readonly oldestAt: Date | null } | null;
}

/** First tables with retention, then those in use, then permanent ones. For operators only. */
export async function listKeptTables(_caller: OperatorCaller): Promise<RetainedTable[]> {
  const runs = await query<{ tableName: string; ranAt: Date; removed: bigint; oldestAt: Date | null }>(
    getPool(),
    sql`SELECT table_name, ran_at, removed, oldest_at FROM retention_runs`,
  );
  const lastRunOf = (table: string) => runs.find(({ tableName }) => tableName === table) ?? null;
  const entries = Object.entries(KEPT_TABLES) as [Table, Kept][];
  const listed = entries.map(([table, kept]) => ({ ...toKeptTable(table, kept), lastRun: lastRunOf(table) }));
  const rank = ({ days, until }: RetainedTable) => (days !== null ? 0 : until !== null ? 1 : 2);
  return listed.sort((a, b) => rank(a) - rank(b));
}

function toKeptTable(table: string, kept: Kept): Omit<RetainedTable, "lastRun"> {
  const { because } = kept;
  const forGood = { table, days: null, leastDays: null, until: null, because, isPartitioned: false };
  if (kept.for === "good") return forGood;
  if (kept.for === "use") return { ...forGood, until: kept.until };
  const isPartitioned = kept.by === "keep-partitions";
  return { ...forGood, isPartitioned, days: keptDays(kept.for), leastDays: KEPT_DAYS[kept.for].least };
}
