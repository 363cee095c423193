import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";

/** Sent emails no longer have a text. */
export const SEALED_EMAILS: SealedPlace = {
  name: "emails",
  purpose: "email",
  newest: sql`SELECT sealed FROM (SELECT sealed_text AS sealed FROM emails ORDER BY created_at DESC, id DESC LIMIT 50) latest
    WHERE sealed <> '' LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_text AS sealed FROM emails
    WHERE id > ${after} AND sealed_text <> '' AND ${isDue(sql`sealed_text`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE emails e SET sealed_text = n.sealed FROM ${renewed}
    WHERE e.id = n.place AND e.sealed_text = n.was`,
};
