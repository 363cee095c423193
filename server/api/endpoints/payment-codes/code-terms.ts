import type { z } from "zod";
import type * as contracts from "@/server/contracts/rest/sandbox";
import { readAmount } from "@/server/platform/money";

export function readCodeTerms(body: z.output<typeof contracts.createMemberCode.body.schema>) {
  const recurring = body.allowRecurring ? body : null;
  return {
    account: body.account ?? null,
    merchant: body.merchant ?? null,
    currency: body.currency ?? null,
    maxAmount: body.maxAmount === undefined ? null : readAmount(body.maxAmount),
    expiryMinutes: body.expiryMinutes,
    isSingleUse: !body.allowRecurring && (body.singleUse ?? true),
    isRecurring: body.allowRecurring,
    recurringInterval: recurring?.recurringInterval ?? null,
    recurringLimit: recurring?.recurringLimit ?? null,
    recurringThru: recurring?.recurringThru === undefined ? null : new Date(recurring.recurringThru),
    displayHint: body.displayHint ?? null,
    metadata: body.metadata ?? null,
  };
}
