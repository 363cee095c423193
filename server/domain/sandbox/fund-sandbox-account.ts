import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId, newRecordId, type RecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, formatAmount } from "@/server/platform/money";
import { auditPart } from "../audit";
import type { TenantCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { ensureNetworkAccount, postFunding } from "../ledger";
import { requireMinor } from "../require-minor";
import { requireSandbox } from "./require-sandbox";

export interface FundingOutcome {
  readonly accountId: RecordId;
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
  const { tenantId, environment, now } = caller;
  const [account] = isRecordId(input.id)
    ? await query<{ id: RecordId; currency: Currency; memberId: string }>(
        getPool(),
        sql`SELECT a.id, a.currency, a.member_id FROM accounts a JOIN members m ON m.id = a.member_id
          WHERE a.id = ${input.id} AND m.tenant_id = ${tenantId} AND a.environment = ${environment}::environment`,
      )
    : [];
  if (!account) throw new DomainError("account_not_found", "There is no such account.");
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
