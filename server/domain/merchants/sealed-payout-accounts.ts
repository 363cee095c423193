import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";

export const SEALED_PAYOUT_ACCOUNTS: SealedPlace = {
  name: "payout accounts",
  purpose: "payout-account",
  newest: sql`SELECT sealed_account AS sealed FROM merchant_payout_accounts ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_account AS sealed FROM merchant_payout_accounts
    WHERE id > ${after} AND ${isDue(sql`sealed_account`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE merchant_payout_accounts p SET sealed_account = n.sealed FROM ${renewed}
    WHERE p.id = n.place AND p.sealed_account = n.was`,
};
