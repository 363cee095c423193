/** `97.4%` for 0.974; 0 and 1 without decimals. */
export function percent(rate: number, digits = 1): string {
  return `${(rate * 100).toFixed(rate === 1 || rate === 0 ? 0 : digits)}%`;
}
