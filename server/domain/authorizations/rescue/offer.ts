import { z } from "zod";
import type { Hint } from "@/server/domain/declines";

/** How long the member has, and the merchant to try again. */
const RESCUE_MS = 5 * 60 * 1000;

/** What a decline says that the member can let through. */
export function rescueHint(declinedAt: Date): Hint {
  return { rescue: { until: new Date(declinedAt.getTime() + RESCUE_MS).toISOString() } };
}

const Offered = z.object({ hint: z.object({ rescue: z.object({ until: z.iso.datetime() }) }) });

/** Until when the member can let a declined payment through, by its decision as it was stored; null: not at all. */
export function rescueUntil(decision: unknown): Date | null {
  const offered = Offered.safeParse(decision).data;
  return offered ? new Date(offered.hint.rescue.until) : null;
}
