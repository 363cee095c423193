import { type Sql, sql } from "@/server/db/sql";
import { nextDueOn } from "../payment-codes";
import { type AgreementRow, intervalOf } from "./agreement";

/**
 * UPDATE that counts a charge on its agreement, guarded by the version that was read: of a charge and a revocation at
 * once, whichever is second finds that it has moved. Of charges at once the last to be written need not be the latest.
 */
export function countCharge(agreement: AgreementRow, now: Date): Sql {
  return sql`UPDATE recurring_agreements SET charges = charges + 1, version = version + 1,
      first_charged_at = least(first_charged_at, ${now}), last_charged_at = greatest(last_charged_at, ${now}),
      next_charge_on = ${nextDueOn(intervalOf(agreement), now)}::date
    WHERE id = ${agreement.id} AND version = ${agreement.version} AND status = 'active'
    RETURNING id`;
}
