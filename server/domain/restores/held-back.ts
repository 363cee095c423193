import { sql } from "@/server/db/sql";

/** A condition of every statement that takes something to send: a restored, unreleased database sends nothing. */
export const isHeldBack = sql`EXISTS (SELECT FROM restores WHERE released_at IS NULL)`;
