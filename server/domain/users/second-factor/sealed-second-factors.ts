import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";

export const SEALED_SECOND_FACTORS: SealedPlace = {
  name: "second factors",
  purpose: "second-factor",
  newest: sql`SELECT sealed FROM (SELECT sealed_totp_secret AS sealed FROM users ORDER BY id DESC LIMIT 1000) latest
    WHERE sealed IS NOT NULL LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_totp_secret AS sealed FROM users
    WHERE id > ${after} AND sealed_totp_secret IS NOT NULL AND ${isDue(sql`sealed_totp_secret`)}
    ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE users u SET sealed_totp_secret = n.sealed FROM ${renewed}
    WHERE u.id = n.place AND u.sealed_totp_secret = n.was`,
};
