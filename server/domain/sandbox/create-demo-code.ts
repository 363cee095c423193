import { DEMO_CURRENCY } from "@/server/contracts/demo";
import { readAmount } from "@/server/platform/money";
import { topUpDemo } from "../members";
import { createMemberCode, type NewMemberCode } from "../payment-codes";
import { type DemoRequest, requireDemo } from "./find-demo";

const EXPIRY_MINUTES = 10;

/** A retry makes another code: harmless, since each pays once, up to a small cap, and expires. Throws `not_found`. */
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
