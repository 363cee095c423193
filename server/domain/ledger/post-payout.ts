import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalances } from "./member-balance";
import { proofOf } from "./post-funding";
import { POSTED, postTransfers } from "./post-transfer";

interface MemberPayout {
  readonly posting: NewRow<"postings">;
  readonly accountId: AccountId;
  readonly networkAccountId: AccountId;
  readonly amountMinor: bigint;
  /** Null if none is charged. It comes from the member's account, or from the fees of the tenant. */
  readonly fee: {
    readonly posting: NewRow<"postings">;
    readonly payerAccountId: AccountId;
    readonly feesAccountId: AccountId;
    readonly amountMinor: bigint;
  } | null;
}

/**
 * CTEs `account`, `posting`, `entries`: a member's own money leaves for a bank. The caller holds the account's lock and has seen
 * that the money is there; `account` is empty all the same if credit or a hold would be touched.
 * Touches: the member's account (`posted` down), the network's account (entry up), and for the fee the payer's (down) and the
 * network's fees (up). Holds: each posting sums to zero; no held money is taken.
 */
export function postMemberPayout({ posting, accountId, networkAccountId, amountMinor, fee }: MemberPayout): Sql {
  const isOwnFee = fee?.payerAccountId === accountId;
  const takenMinor = amountMinor + (fee && isOwnFee ? fee.amountMinor : 0n);
  const member = { accountId, isExact: true };
  const paid = { posting, from: member, to: { accountId: networkAccountId, isExact: false }, amountMinor };
  const charged = fee && {
    posting: fee.posting,
    from: isOwnFee ? member : { accountId: fee.payerAccountId, isExact: false },
    to: { accountId: fee.feesAccountId, isExact: false },
    amountMinor: fee.amountMinor,
  };
  const balance = moveMemberBalances([{ accountId, heldMinor: 0n, postedMinor: -takenMinor }], "(SELECT 1) AS work");
  return sql`account AS (${balance}), ${postTransfers(charged ? [paid, charged] : [paid], "account")}`;
}

interface PayoutReturn {
  readonly posting: NewRow<"postings">;
  readonly accountId: AccountId;
  readonly isOfMember: boolean;
  readonly networkAccountId: AccountId;
  readonly amountMinor: bigint;
  readonly auditRecordId: RecordId;
}

/**
 * CTEs `account`, `posting`, `entries`, `funding`: a payout came back from the bank. The query must write the audit record
 * too. Touches: the network's account (entry down), and the account that it left, a member's (`posted` up) or a merchant's (entry
 * up). Holds: the posting sums to zero, and has a proof that the server gave this account this amount.
 */
export function postPayoutReturn(returned: PayoutReturn): Sql {
  const { posting, accountId, isOfMember, networkAccountId, amountMinor } = returned;
  const from = { accountId: networkAccountId, isExact: false };
  const to = { accountId, isExact: isOfMember };
  const balance = isOfMember
    ? moveMemberBalances([{ accountId, heldMinor: 0n, postedMinor: amountMinor }], "(SELECT 1) AS work")
    : sql`SELECT ${accountId}::text AS id`;
  const proof = proofOf({
    ...returned,
    from: { kind: "network", accountId: networkAccountId },
    signedMinor: amountMinor,
    reversedPostingId: null,
  });
  return sql`account AS (${balance}), ${postTransfers([{ posting, from, to, amountMinor }], "account")},
    funding AS (${insertRows("fundings", [proof], POSTED)})`;
}
