import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { TEST_ACCOUNT, TEST_CARD } from "@/server/contracts/test-card";
import { parsePanToken } from "@/server/platform/ids";
import { readAmount } from "@/server/platform/money";
import { requirePermission } from "../authority";
import { type AuthorizationOutcome, createAuthorization } from "../authorizations";
import type { StaffCaller } from "../caller";
import type { IdempotencyClaim } from "../idempotency";
import { getMemberAccount } from "../members";

const TEST_AMOUNT = 12.5;

/**
 * The request of the first steps, sent for someone: an authorization at the tenant's default merchant, as if a program
 * had made it.
 *
 * Accounts: member (held up). A retry with the same claim changes nothing. Throws `not_permitted`, in live always,
 * `tenant_suspended`, and `account_not_found` where there is no public sandbox.
 */
export async function sendTestPayment(
  staff: StaffCaller,
  claim: IdempotencyClaim<AuthorizationOutcome>,
): Promise<AuthorizationOutcome> {
  requirePermission(staff, "play_sandbox");
  // A card that isn't there would be on record as refused.
  await getMemberAccount({ environment: staff.environment }, TEST_ACCOUNT);
  const what = { panToken: parsePanToken(TEST_CARD), amount: readAmount(TEST_AMOUNT), currency: null };
  const where = { merchant: null, merchantReference: null, isSale: false };
  return createAuthorization(staff, { ...NOTHING_DESCRIBED, ...what, ...where }, claim);
}
