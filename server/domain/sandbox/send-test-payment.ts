import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { TEST_ACCOUNT, TEST_CARD } from "@/server/contracts/test-card";
import { type PanToken, parsePanToken } from "@/server/platform/ids";
import { readAmount, toMinor } from "@/server/platform/money";
import { requirePermission } from "../authority";
import { type AuthorizationOutcome, createAuthorization } from "../authorizations";
import type { StaffCaller } from "../caller";
import type { IdempotencyClaim } from "../idempotency";
import { findOwnTestCard, getMemberAccount } from "../members";

const TEST_AMOUNT = readAmount(12.5);

/**
 * Sends the first steps' authorization for the user, at the tenant's default merchant, as a program would.
 *
 * Accounts: member (held up). A retry with the same claim changes nothing. Throws `not_permitted`, always in live,
 * `tenant_suspended`, `account_not_found` without a public sandbox, and `sandbox_clocks_differ` if the tenant's clock is ahead
 * of the sandbox's and it has no usable card of its own.
 */
export async function sendTestPayment(
  staff: StaffCaller,
  claim: IdempotencyClaim<AuthorizationOutcome>,
): Promise<AuthorizationOutcome> {
  requirePermission(staff, "play_sandbox");
  const what = { panToken: await findTestCard(staff), amount: TEST_AMOUNT, currency: null };
  const where = { merchant: null, merchantReference: null, isSale: false };
  return createAuthorization(staff, { ...NOTHING_DESCRIBED, ...what, ...where }, claim);
}

/** The public card, which is always approved. It is on real time, so a tenant whose clock is ahead needs a card of its own. */
async function findTestCard(staff: StaffCaller): Promise<PanToken> {
  const own = staff.aheadMs ? await findOwnTestCard(staff, toMinor(TEST_AMOUNT, "USD") ?? 0n) : null;
  if (own) return own;
  // Fails first, since a request with an unknown card would be recorded as refused.
  await getMemberAccount({ environment: staff.environment }, TEST_ACCOUNT);
  return parsePanToken(TEST_CARD);
}
