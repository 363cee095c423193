import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";
import { postTransfer } from "./post-transfer";
import { proveFunding } from "./proof-of-funding";

interface Funding {
  readonly posting: NewRow<"postings">;
  readonly accountId: AccountId;
  readonly networkAccountId: AccountId;
  /** Positive in both directions. */
  readonly amountMinor: bigint;
  readonly auditRecordId: RecordId;
}

/**
 * CTEs `account`, `posting`, `entries`, `funding`: money comes from outside to a member. The statement must write the audit
 * record too.
 * Touches: the network's account (one entry down, not locked), the member's account (`posted` up).
 * Holds: the posting sums to zero, and has a proof that the server funded this account with this amount.
 */
export function postFunding(funding: Funding, guard: string): Sql {
  const { accountId, networkAccountId, amountMinor } = funding;
  const from = { accountId: networkAccountId, isExact: false };
  const to = { accountId, isExact: true };
  const balance = moveMemberBalance(accountId, { heldMinor: 0n, postedMinor: amountMinor }, guard);
  return sql`account AS (${balance}), ${postTransfer(funding.posting, { from, to, amountMinor }, "account")},
    funding AS (${insertProof(funding, { movedMinor: amountMinor, reversedPostingId: null })})`;
}

/**
 * The same CTEs: all of a funding goes back outside. If the account no longer has the amount available, `account` is empty and
 * nothing is posted.
 * Touches: the member's account (`posted` down), the network's account (one entry up, not locked).
 * Holds: the posting sums to zero; no held or spent money is taken; a proof names the funding; a second reversal violates a
 * unique key and fails its whole statement.
 */
export function postFundingReversal(reversal: Funding & { readonly reversedPostingId: RecordId }, guard: string): Sql {
  const { accountId, networkAccountId, amountMinor, reversedPostingId } = reversal;
  const from = { accountId, isExact: true };
  const to = { accountId: networkAccountId, isExact: false };
  const balance = moveMemberBalance(accountId, { heldMinor: 0n, postedMinor: -amountMinor }, guard);
  return sql`account AS (${balance}), ${postTransfer(reversal.posting, { from, to, amountMinor }, "account")},
    funding AS (${insertProof(reversal, { movedMinor: -amountMinor, reversedPostingId })})`;
}

/** Any posting that puts money on an account, or takes back one that did. */
export function insertProof(
  { posting, accountId, auditRecordId }: Pick<Funding, "posting" | "accountId" | "auditRecordId">,
  { movedMinor, reversedPostingId }: { readonly movedMinor: bigint; readonly reversedPostingId: RecordId | null },
): Sql {
  const { id: postingId, environment, currency } = posting;
  const ids = { postingId, auditRecordId, reversedPostingId };
  const proof = proveFunding({ ...ids, accountId, environment, currency, amountMinor: movedMinor });
  return insertRows("fundings", [{ ...ids, proof }], "posting");
}
