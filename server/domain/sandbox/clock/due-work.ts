import type { TenantId } from "@/server/platform/noun-ids";
import { endChargeRequests, expireHolds, findNextExpiry } from "../../authorizations";
import { expirePaymentCodes, findNextCodeEnd } from "../../payment-codes";
import { expireAgreements, findNextRequestEnd } from "../../recurring";
import { findNextSettlement, settleDue } from "../../settlement";
import { findNextDelivery } from "../../webhooks";

/** Most that one call does; if it does that much, there may be more. */
const BATCHES = [
  { work: expireHolds, most: 5_000 },
  { work: expirePaymentCodes, most: 1_000 },
  { work: expireAgreements, most: 1_000 },
  { work: endChargeRequests, most: 200 },
] as const;

/**
 * The network's scheduled work at a moment, for one tenant's sandbox: holds, codes, and requests end, and days are settled.
 * Deliveries come afterwards. Safe to run at any time and concurrently. Stops at `until`, by `performance.now()`; the rest
 * stays due.
 */
export async function doDueWork(sandboxOf: TenantId, at: Date, until: number): Promise<void> {
  for (const { work, most } of BATCHES) {
    while (performance.now() < until) {
      if ((await work({ now: at, sandboxOf })) < most) break;
    }
  }
  if (performance.now() < until) await settleDue({ now: at, sandboxOf });
}

const FINDERS = [findNextExpiry, findNextCodeEnd, findNextRequestEnd, findNextSettlement, findNextDelivery] as const;

export async function findNextMoment(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const found = await Promise.all(FINDERS.map((find) => find(input)));
  const moments = found.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}
