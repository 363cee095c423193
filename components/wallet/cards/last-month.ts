/** `11/30`: the last month in which a card is valid; `expiresOn` is the first day after it. */
export function lastMonthOf(expiresOn: string): string {
  const last = new Date(new Date(expiresOn).getTime() - 1);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(last.getUTCMonth() + 1)}/${two(last.getUTCFullYear() % 100)}`;
}
