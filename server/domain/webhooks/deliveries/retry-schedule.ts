import type { Environment } from "@/server/domain/caller";
import { getEnv } from "@/server/platform/env";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Contract 8: what lies between an attempt and the next. */
export const RETRY_DELAYS_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS];

/** Attempts by schedule; retries by hand may follow. */
export const SCHEDULED_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** With those by hand. */
export const MAX_ATTEMPTS = 50;

/** When the attempt after this one is due, or null if it was the last. Counted from its beginning. */
export function nextAttemptAfter(attempt: number, startedAt: Date, environment: Environment): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  if (delayMs === undefined) return null;
  const divisor = environment === "live" ? 1 : getEnv().WEBHOOK_RETRY_DIVISOR;
  return new Date(startedAt.getTime() + delayMs / divisor);
}
