import { type Sql, sql } from "@/server/db/sql";

/**
 * SQL expression: the payment of the order that a decline was a try of, where the member let another of its tries through;
 * NULL for none. `declined` is an alias of authorizations. The same order: the same merchant, card or code, currency,
 * amount, and merchant's reference, or none, tried before the member's word ran out. A payment that was given back in
 * whole pays no order.
 */
export function selectPaidByAnother(declined: Sql): Sql {
  return sql`(SELECT s.id FROM rescues w JOIN authorizations s ON s.id = w.used_by_id
    WHERE w.payer_id = coalesce(${declined}.card_id, ${declined}.payment_code_id) AND w.expires_at > ${declined}.created_at
      AND w.merchant_id = ${declined}.merchant_id AND w.declined_id <> ${declined}.id
      AND s.currency = ${declined}.currency AND s.amount_minor = ${declined}.amount_minor
      AND s.merchant_reference IS NOT DISTINCT FROM ${declined}.merchant_reference
      AND s.family_amount_minor > s.family_voided_minor + s.family_expired_minor + s.family_refunded_minor
    ORDER BY w.used_at LIMIT 1)`;
}
