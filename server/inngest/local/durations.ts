import { UnsupportedError } from "./unsupported";

const UNITS_MS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
};

const MAX_MS = 366 * 86_400_000;

/** A span of time from now, or a moment. */
export type When = { readonly afterMs: number } | { readonly at: Date };

/** The SDK's `1h30m`, or an ISO date; at most 366 days. Throws UnsupportedError for anything else. */
export function parseWhen(text: string): When {
  const parts = [...text.matchAll(/(\d+)(ms|[wdhms])/g)];
  if (parts.length > 0 && parts.map(([part]) => part).join("") === text) {
    const afterMs = parts.reduce(
      (sum, [, count, unit = ""]) => sum + Number(count) * (UNITS_MS[unit] ?? Number.NaN),
      0,
    );
    if (afterMs > MAX_MS) throw new UnsupportedError(`${text} is longer than 366 days`);
    return { afterMs };
  }
  const at = new Date(text);
  if (!/^\d{4}-/.test(text) || Number.isNaN(at.getTime()))
    throw new UnsupportedError(`${text} is no duration and no date`);
  if (at.getTime() - Date.now() > MAX_MS) throw new UnsupportedError(`${text} is more than 366 days away`);
  return { at };
}

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 86_400_000;

/** The header's seconds or date, between a second and a day; null where there is none. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : new Date(header).getTime() - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, MIN_RETRY_MS), MAX_RETRY_MS);
}

const RETRY_WAITS_S = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200];
const MAX_JITTER_MS = 30_000;

/** What the real server waits before the retry after this attempt (0 is the first), jitter included. */
export function retryWaitMs(attempt: number): number {
  const seconds = RETRY_WAITS_S[attempt] ?? RETRY_WAITS_S.at(-1) ?? 0;
  return seconds * 1_000 + Math.floor(Math.random() * MAX_JITTER_MS);
}
