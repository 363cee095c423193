import { sql } from "@/server/db/sql";

/** How to show `users u`: never a self-chosen name without the email. Null without a row. */
export const PERSON_WORDS = sql`coalesce(u.name || ' (' || u.email || ')', u.email)`;
