import { CURRENCIES, decimalsOf } from "@/server/contracts/currencies";
import { type Sql, sql } from "@/server/db/sql";

export interface SortKey {
  readonly value: Sql;
  readonly type: "numeric" | "text";
}

const codesWith = (decimals: number) => CURRENCIES.filter((code) => decimalsOf(code) === decimals);
const [NONE, THREE, FOUR] = [codesWith(0), codesWith(3), codesWith(4)];

/** Sorts by the number shown, whatever the currency's decimals. */
export function byAmount(minor: Sql, currency: Sql): SortKey {
  const scale = sql`CASE WHEN ${currency} = ANY(${NONE}) THEN 10000 WHEN ${currency} = ANY(${THREE}) THEN 10
    WHEN ${currency} = ANY(${FOUR}) THEN 1 ELSE 100 END`;
  return { value: sql`((${minor})::numeric * ${scale})`, type: "numeric" };
}

export const byNumber = (number: Sql): SortKey => ({ value: sql`(${number})::numeric`, type: "numeric" });

/** Keeps the URL short. */
const MAX_TEXT = 80;

export const byText = (text: Sql): SortKey => ({ value: sql`left(lower((${text})::text), ${MAX_TEXT})`, type: "text" });
