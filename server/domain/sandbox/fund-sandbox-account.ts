import { runGuarded } from "@/server/db/guarded";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { TenantCaller } from "../caller";
import type { IdempotencyClaim } from "../idempotency";
import { getMemberAccount, writeFunding } from "../members";
import { requireMinor } from "../require-minor";
import { requireSandbox } from "../require-sandbox";

export interface FundingOutcome {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
}

/**
 * Accounts: network (entry down), member (posted up). Invariant: the posting sums to zero. A retry with the same claim changes
 * nothing. Throws `account_not_found`, `validation_error` on too many decimals.
 */
export async function fundSandboxAccount(
  caller: TenantCaller,
  input: { readonly id: string; readonly amount: DecimalAmount },
  claim: IdempotencyClaim<FundingOutcome> | null,
): Promise<FundingOutcome> {
  requireSandbox(caller);
  const account = await getMemberAccount(caller, input.id);
  const { id: accountId, currency } = account;
  const amountMinor = requireMinor(input.amount, currency);
  const outcome = { accountId, currency, amountMinor };
  const funding = { accountId, currency, amountMinor, memberId: account.memberId };
  await runGuarded(({ db }) => writeFunding(caller, funding, claim, outcome, db), caller.standing);
  return outcome;
}
