import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, formatAmount } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import { auditPart } from "../audit";
import type { TenantCaller } from "../caller";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { ensureNetworkAccount, postFunding } from "../ledger";
import { getMemberAccount } from "../members";
import { requireMinor } from "../require-minor";
import { requireSandbox } from "./require-sandbox";

export interface FundingOutcome {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
}

/**
 * Puts test money on an account of one of the tenant's members.
 *
 * Accounts: network (entry down), member (posted up). Invariant: the posting sums to zero. A retry with the same claim
 * changes nothing. Throws `account_not_found`, `validation_error` on too many decimals.
 */
export async function fundSandboxAccount(
  caller: TenantCaller,
  input: { readonly id: string; readonly amount: DecimalAmount },
  claim: IdempotencyClaim<FundingOutcome> | null,
): Promise<FundingOutcome> {
  requireSandbox(caller);
  const { environment, now } = caller;
  const account = await getMemberAccount(caller, input.id);
  const { id: accountId, currency } = account;
  const amountMinor = requireMinor(input.amount, currency);
  const networkAccountId = await ensureNetworkAccount(getPool(), { environment, currency, createdAt: now });
  const posting = {
    id: newRecordId(now),
    kind: "funding",
    environment,
    currency,
    authorizationId: null,
    createdAt: now,
  } as const;
  const outcome = { accountId, currency, amountMinor };
  const audited = {
    action: "account.funded",
    subject: { kind: "account", id: accountId },
    details: { member: account.memberId, amount: formatAmount(amountMinor, currency), currency },
  };
  await query(
    getPool(),
    sql`WITH ${postFunding({ posting, accountId, networkAccountId, amountMinor }, "(SELECT 1) AS request")},
      ${recordAnswer(claim, outcome, now, "account")},
      ${auditPart(caller, audited, "account")} SELECT 1`,
  );
  return outcome;
}
