const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 86_400_000;

/** Retry-After in seconds or as a date, limited to between a second and a day; null if absent. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : new Date(header).getTime() - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, MIN_RETRY_MS), MAX_RETRY_MS);
}

const RETRY_WAITS_S = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200];
const MAX_JITTER_MS = 30_000;

/** Milliseconds before the retry after this attempt (0 is the first), with jitter, like Inngest's server. */
export function retryWaitMs(attempt: number): number {
  const seconds = RETRY_WAITS_S[attempt] ?? RETRY_WAITS_S.at(-1) ?? 0;
  return seconds * 1_000 + Math.floor(Math.random() * MAX_JITTER_MS);
}
