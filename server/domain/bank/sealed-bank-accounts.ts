import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";

export const SEALED_BANK_ACCOUNTS: SealedPlace = {
  name: "bank accounts",
  purpose: "bank-account",
  newest: sql`SELECT sealed_account AS sealed FROM bank_accounts ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_account AS sealed FROM bank_accounts
    WHERE id > ${after} AND ${isDue(sql`sealed_account`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE bank_accounts b SET sealed_account = n.sealed FROM ${renewed}
    WHERE b.id = n.place AND b.sealed_account = n.was`,
};
