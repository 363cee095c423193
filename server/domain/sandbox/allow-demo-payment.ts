import { type RescueOutcome, rescuePayment } from "../authorizations";
import type { IdempotencyClaim } from "../idempotency";
import { type DemoRun, runNotFound } from "./demo-run";
import { type DemoRequest, requireDemo } from "./find-demo";

/**
 * Rescues the declined payment of a run, as the demo's member.
 *
 * Accounts, invariant, errors: those of `rescuePayment`. A retry with the same claim changes nothing. Throws `not_found` for a
 * run without a payment.
 */
export async function allowDemoPayment(
  request: DemoRequest,
  { recordId }: DemoRun,
  claim: IdempotencyClaim<RescueOutcome>,
): Promise<RescueOutcome> {
  const { member } = await requireDemo(request);
  if (recordId === null) throw runNotFound();
  return rescuePayment(member, { id: recordId, account: null }, claim);
}
