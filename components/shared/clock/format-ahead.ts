const MINUTE_MS = 60_000;

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? "" : "s"}`;

/** `9 days`, `1 day 3 hours`, `2 hours`: at most the two largest units. */
export function formatAhead(aheadMs: number): string {
  const minutes = Math.max(1, Math.round(aheadMs / MINUTE_MS));
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  const parts = [
    ...(days > 0 ? [count(days, "day")] : []),
    ...(hours > 0 ? [count(hours, "hour")] : []),
    ...(minutes % 60 > 0 ? [count(minutes % 60, "minute")] : []),
  ];
  return parts.slice(0, 2).join(" ");
}
