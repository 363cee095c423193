import { sql } from "@/server/db/sql";

/** Who a person of `users u` is: a name anyone may choose for themselves never stands without the email. Null: no such row. */
export const PERSON_WORDS = sql`coalesce(u.name || ' (' || u.email || ')', u.email)`;
