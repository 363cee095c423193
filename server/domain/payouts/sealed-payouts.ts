import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";

export const SEALED_PAYOUTS: SealedPlace = {
  name: "bank accounts of payouts",
  purpose: "payout-account",
  newest: sql`SELECT sealed_account AS sealed FROM payouts WHERE sealed_account IS NOT NULL ORDER BY id DESC LIMIT 5`,
  due: ({
    after,
    limit,
    isDue,
  }) => sql`SELECT id AS place, CASE WHEN ${isDue(sql`sealed_account`)} THEN sealed_account END AS sealed
    FROM payouts WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE payouts o SET sealed_account = n.sealed FROM ${renewed}
    WHERE o.id = n.place AND o.sealed_account = n.was`,
};

export const SEALED_PAYMENT_FILES: SealedPlace = {
  name: "payment files",
  purpose: "payment-file",
  newest: sql`SELECT sealed_content AS sealed FROM payment_files WHERE sealed_content IS NOT NULL ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_content AS sealed FROM payment_files
    WHERE id > ${after} AND sealed_content IS NOT NULL AND ${isDue(sql`sealed_content`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE payment_files f SET sealed_content = n.sealed FROM ${renewed}
    WHERE f.id = n.place AND f.sealed_content = n.was`,
};
