import { sql } from "@/server/db/sql";

/**
 * The database was restored and is not released: a condition of every statement that takes something to send, so that no
 * process sends from it, whenever it was started.
 */
export const isHeldBack = sql`EXISTS (SELECT FROM restores WHERE released_at IS NULL)`;
