import type { Environment } from "@/server/domain/caller";
import { getEnv } from "@/server/platform/env";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Contract 8: waits between attempts. */
export const RETRY_DELAYS_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS];

/** Scheduled attempts; retries by hand may follow. */
export const SCHEDULED_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Including those by hand. */
export const MAX_ATTEMPTS = 50;

/** Counted from the attempt's start; null after the last scheduled one. */
export function nextAttemptAfter(attempt: number, startedAt: Date, environment: Environment): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  if (delayMs === undefined) return null;
  const divisor = environment === "live" ? 1 : getEnv().WEBHOOK_RETRY_DIVISOR;
  return new Date(startedAt.getTime() + delayMs / divisor);
}
