import type { TenantId } from "@/server/platform/noun-ids";
import { endChargeRequests, expireHolds, findNextExpiry } from "../../authorizations";
import { expirePaymentCodes, findNextCodeEnd } from "../../payment-codes";
import { expireAgreements, findNextRequestEnd } from "../../recurring";
import { findNextSettlement, settleDue } from "../../settlement";
import { findNextDelivery } from "../../webhooks";

/** The most that one call of each of these does; the same again may have more. */
const BATCHES = [
  { work: expireHolds, most: 5_000 },
  { work: expirePaymentCodes, most: 1_000 },
  { work: expireAgreements, most: 1_000 },
  { work: endChargeRequests, most: 200 },
] as const;

/**
 * What the network does by itself at a moment, for one tenant's sandbox: holds, codes, and requests end, and days are
 * settled. Deliveries come after. Safe to run at any time and by several at once. Ends early at `until`, by
 * `performance.now()`; what is left is still due.
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

/** When something is due for a tenant's sandbox, after one moment and up to another; null: nothing is. */
export async function findNextMoment(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const found = await Promise.all(FINDERS.map((find) => find(input)));
  const moments = found.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}
