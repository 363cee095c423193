import { getPool } from "@/server/db/pool";
import type { AcquirerCaller } from "@/server/domain/caller";
import { findOwnSubscription, type SubscriptionRow } from "./subscription";

/** Throws `subscription_not_found`. */
export async function getSubscription(
  caller: AcquirerCaller,
  input: { readonly id: string },
): Promise<SubscriptionRow> {
  return findOwnSubscription({ db: getPool(), isLocking: false }, caller, input.id);
}
