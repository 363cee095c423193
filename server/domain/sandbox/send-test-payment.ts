import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { TEST_CARD } from "@/server/contracts/test-card";
import { parsePanToken } from "@/server/platform/ids";
import { readAmount } from "@/server/platform/money";
import { requirePermission } from "../authority";
import { type AuthorizationOutcome, createAuthorization } from "../authorizations";
import type { StaffCaller } from "../caller";
import type { IdempotencyClaim } from "../idempotency";

const TEST_AMOUNT = 12.5;

/**
 * The request of the first steps, sent for someone: an authorization at the tenant's default merchant, as if a program
 * had made it.
 *
 * Accounts: member (held up). A retry with the same claim changes nothing. Throws `not_permitted`, in live always,
 * `tenant_suspended`, and `14` where there is no public sandbox.
 */
export function sendTestPayment(
  staff: StaffCaller,
  claim: IdempotencyClaim<AuthorizationOutcome>,
): Promise<AuthorizationOutcome> {
  requirePermission(staff, "play_sandbox");
  const what = { panToken: parsePanToken(TEST_CARD), amount: readAmount(TEST_AMOUNT), currency: null };
  const where = { merchant: null, merchantReference: null, isSale: false };
  return createAuthorization(staff, { ...NOTHING_DESCRIBED, ...what, ...where }, claim);
}
