import type { Table } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Forgettable, findOldest, forgetRows } from "@/server/db/retention/forget-rows";
import { sql } from "@/server/db/sql";
import { forgetGuesses } from "@/server/domain/guesses";
import { DAY_MS } from "@/server/platform/clock";
import { keptDays } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { KEPT_TABLES } from "./kept-tables";

/** In this order: deliveries before their events. */
const FORGETTABLE: readonly Forgettable[] = [
  { table: "portal_sessions", if: sql`true` },
  { table: "password_resets", if: sql`true` },
  { table: "invitations", if: sql`true` },
  { table: "notifications", if: sql`true` },
  { table: "emails", if: sql`true` },
  { table: "report_file_parts", if: sql`true` },
  // A delivery may be retried by hand even after this long.
  { table: "webhook_deliveries", if: sql`r.next_attempt_at IS NULL` },
  { table: "events", if: sql`NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = r.id)` },
];

/**
 * Deletes rows past their retention (`KEPT_TABLES`), in bounded steps, and notes per table when and how many. Touches no table
 * of the books. Safe to run at any time and concurrently; a table that fails is retried by the next run and doesn't delay the
 * others. Returns the number of rows deleted.
 */
export async function forgetOld(input: { readonly now: Date }): Promise<{ readonly removed: number }> {
  let total = 0;
  for (const forgettable of FORGETTABLE) {
    const kept = KEPT_TABLES[forgettable.table];
    if (kept.for === "good" || kept.for === "use") continue;
    try {
      const before = new Date(input.now.getTime() - keptDays(kept.for) * DAY_MS);
      const removed = await forgetRows(forgettable, before);
      total += removed;
      await noteRun(forgettable.table, "created_at", { ranAt: input.now, removed });
    } catch (error) {
      getLogger().error({ table: forgettable.table, reason: String(error) }, "what is no longer kept is still there");
    }
  }
  return { removed: total + (await forgetGuesses(input.now)) };
}

/** For the operators' page; also notes the age of the oldest row left. */
export async function noteRun(
  table: Table,
  column: string,
  { ranAt, removed }: { readonly ranAt: Date; readonly removed: number },
): Promise<void> {
  const oldestAt = await findOldest(table, column);
  await query(
    getPool(),
    sql`INSERT INTO retention_runs (table_name, ran_at, removed, oldest_at)
      VALUES (${table}, ${ranAt}, ${removed}::bigint, ${oldestAt})
      ON CONFLICT (table_name) DO UPDATE SET ran_at = excluded.ran_at, removed = excluded.removed,
        oldest_at = excluded.oldest_at`,
  );
}
