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
 * The request of the first steps, sent for someone: an authorization at the tenant's default merchant, as if a program
 * had made it.
 *
 * Accounts: member (held up). A retry with the same claim changes nothing. Throws `not_permitted`, in live always,
 * `tenant_suspended`, `account_not_found` where there is no public sandbox, and `sandbox_clocks_differ` where the tenant's
 * clock is ahead of it and no card of its own will do.
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

/** The public card, which is always approved. It lives by real time: a tenant that is ahead pays with a card of its own. */
async function findTestCard(staff: StaffCaller): Promise<PanToken> {
  const own = staff.aheadMs ? await findOwnTestCard(staff, toMinor(TEST_AMOUNT, "USD") ?? 0n) : null;
  if (own) return own;
  // A card that isn't there would be on record as refused.
  await getMemberAccount({ environment: staff.environment }, TEST_ACCOUNT);
  return parsePanToken(TEST_CARD);
}
