import { sql } from "@/server/db/sql";

/**
 * That this database was restored and is not released: a condition of each statement that takes something to be sent, so
 * that no process sends from it, whenever it was started and whatever it was told.
 */
export const isHeldBack = sql`EXISTS (SELECT FROM restores WHERE released_at IS NULL)`;
