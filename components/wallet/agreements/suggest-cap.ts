/** Amounts worth about 20 dollars; for all other currencies, 20. */
const AMOUNTS: readonly (readonly [amount: number, currencies: readonly string[]])[] = [
  [10, ["BHD", "JOD", "KWD", "OMR"]],
  [100, ["AED", "BRL", "CNY", "HKD", "ILS", "PLN", "RON"]],
  [200, ["CZK", "DKK", "MXN", "NOK", "SEK", "THB", "TRY", "ZAR"]],
  [2_000, ["INR", "ISK", "JPY"]],
  [5_000, ["HUF"]],
  [20_000, ["CLP", "KRW"]],
  [500_000, ["VND"]],
];

/** The default cap if the merchant named none: enough for most subscriptions, but a limited risk. */
export function suggestCap(currency: string): number {
  return AMOUNTS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 20;
}
