/** `97.4%` of 0.974; all and nothing without decimals. */
export function percent(rate: number, digits = 1): string {
  return `${(rate * 100).toFixed(rate === 1 || rate === 0 ? 0 : digits)}%`;
}
