import type { SubscriptionHealth } from "@/server/trpc/types";

/** Consecutive deliveries that failed all retries, after which the subscription pauses. */
export const FAILURE_LIMIT = 50;
const EARLY = 10;
const LATE = 25;
/** A single failed attempt is normal. */
const ATTEMPTS_WORTH_SAYING = 3;

export interface Warning {
  readonly tone: "warn" | "bad";
  readonly title: string;
  readonly text: string;
}

interface Facts {
  readonly status: string;
  readonly failureCount: number;
  readonly attempts: SubscriptionHealth["attempts"];
}

/** The most severe warning about a failing receiver. Null: none. */
export function warnOf({ status, failureCount, attempts }: Facts): Warning | null {
  if (status === "revoked") return null;
  if (status === "paused" && failureCount >= FAILURE_LIMIT) {
    return {
      tone: "bad",
      title: `Paused automatically: ${failureCount} deliveries in a row failed every retry`,
      text: "New events aren’t recorded for this webhook. Fix the receiver, then resume: the count restarts at 0, and pending deliveries continue.",
    };
  }
  if (failureCount >= EARLY) {
    const left = FAILURE_LIMIT - failureCount;
    return {
      tone: failureCount >= LATE ? "bad" : "warn",
      title: `${failureCount} deliveries in a row failed every retry`,
      text: `After ${left} more, the webhook is paused and new events aren’t recorded for it. One 2xx response resets the count to 0.`,
    };
  }
  const firstArrived = attempts.findIndex(({ error }) => error === null);
  const failed = firstArrived === -1 ? attempts.length : firstArrived;
  if (failed < ATTEMPTS_WORTH_SAYING) return null;
  return {
    tone: "warn",
    title: failed === 100 ? "The last 100 attempts failed" : `The last ${failed} attempts failed`,
    text: `${attempts[0]?.error ?? ""} Each delivery is tried 7 times over about 39 hours.`.trim(),
  };
}
