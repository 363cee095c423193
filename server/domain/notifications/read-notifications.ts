import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment, UserCaller } from "../caller";
import { olderThan, type Page, type PageInput, toPage } from "../page";

export interface Notification {
  readonly id: string;
  readonly kind: string;
  readonly environment: Environment | null;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

/** More than anyone counts. */
const MAX_COUNT = 100;

/** The user's own, newest first. */
export async function listNotifications(caller: UserCaller, { limit, cursor }: PageInput): Promise<Page<Notification>> {
  const rows = await query<Notification>(
    getPool(),
    sql`SELECT id, kind, environment, title, text, href, created_at, read_at FROM notifications
      WHERE user_id = ${caller.userId} AND ${olderThan(cursor, sql`created_at`, sql`id`)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows, limit, (notification) => notification);
}

/** How many the user has not read, at most 100. */
export async function countUnread(caller: UserCaller): Promise<number> {
  const rows = await query(
    getPool(),
    sql`SELECT 1 FROM notifications WHERE user_id = ${caller.userId} AND read_at IS NULL LIMIT ${MAX_COUNT}`,
  );
  return rows.length;
}

/** Marks one of the user's own, or all of them, as read. Someone else's stays as it is. */
export async function markRead(caller: UserCaller, input: { readonly id: string | null }): Promise<void> {
  const which = input.id === null ? sql`true` : sql`id = ${input.id}`;
  await query(
    getPool(),
    sql`UPDATE notifications SET read_at = ${caller.now}
      WHERE user_id = ${caller.userId} AND read_at IS NULL AND ${which} RETURNING id`,
  );
}
