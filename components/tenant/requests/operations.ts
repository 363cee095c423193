export const OPERATIONS = [
  "POST /v1/authorizations",
  "GET /v1/authorizations/{id}",
  "POST /v1/authorizations/{id}/capture",
  "POST /v1/authorizations/{id}/increment",
  "POST /v1/authorizations/{id}/reverse",
  "POST /v1/payment-codes",
  "POST /v1/payment-codes/authorize",
  "POST /v1/webhook-subscriptions",
  "POST /merchant/v1/transactions/sale",
  "POST /merchant/v1/transactions/authorize",
  "POST /merchant/v1/transactions/capture",
  "POST /merchant/v1/transactions/refund",
  "POST /merchant/v1/transactions/void",
  "POST /merchant/v1/paymentcodes/sale",
  "POST /merchant/v1/recurring/authorize",
  "POST /merchant/v1/recurring/charge",
] as const;

/** `mk_test_…public`, short enough for a row. */
export function shortKey(keyId: string): string {
  return keyId.length > 28 ? `${keyId.slice(0, 16)}…${keyId.slice(-8)}` : keyId;
}
