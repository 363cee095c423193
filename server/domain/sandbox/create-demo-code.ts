import { DEMO_CURRENCY } from "@/server/contracts/demo";
import { readAmount } from "@/server/platform/money";
import { topUpDemo } from "../members";
import { createMemberCode, type NewMemberCode } from "../payment-codes";
import { type DemoRequest, requireDemo } from "./find-demo";

const EXPIRY_MINUTES = 10;

/**
 * Makes a payment code of the demo's member, as the member would in a wallet. A retry makes another one, which nobody
 * needs: it pays once, up to a small cap, and expires by itself. Tops the member up first where hardly anything is left.
 * Throws `not_found`.
 */
export async function createDemoCode(request: DemoRequest, cap: number): Promise<NewMemberCode> {
  const { member } = await requireDemo(request);
  await topUpDemo(request);
  const terms = {
    account: null,
    merchant: null,
    currency: DEMO_CURRENCY,
    maxAmount: readAmount(cap),
    expiryMinutes: EXPIRY_MINUTES,
    isSingleUse: true,
    isRecurring: false,
    recurringInterval: null,
    recurringLimit: null,
    recurringThru: null,
    displayHint: null,
    metadata: null,
  };
  return createMemberCode(member, terms, null);
}
