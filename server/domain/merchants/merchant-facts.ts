import { MERCHANT_SETTING_NAMES, type MerchantSettings } from "@/server/contracts/merchant-settings";
import { type NewRow, snakeCase } from "@/server/db/insert-rows";
import { join, raw, sql } from "@/server/db/sql";

const COLUMNS = ["id", "status", "mcc", ...MERCHANT_SETTING_NAMES] as const;

/** JSON carries all of these unchanged. */
export type MerchantFacts = Pick<NewRow<"merchants">, "id" | "status" | "mcc" | keyof MerchantSettings>;

export const MERCHANT_FACTS = sql`json_build_object(${join(
  COLUMNS.map((name) => raw(`'${name}', m.${snakeCase(name)}`)),
  ", ",
)})`;
