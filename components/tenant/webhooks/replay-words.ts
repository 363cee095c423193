/** So many are sent again by one replay. */
export const MOST_AT_ONCE = 10_000;

/** `1 delivery`, `132 deliveries`. */
export function countOf(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "delivery" : "deliveries"}`;
}
