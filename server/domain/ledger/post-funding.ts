import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalance } from "./member-balance";
import { postTransfer } from "./post-transfer";
import { proveFunding } from "./proof-of-funding";

/**
 * CTEs `account`, `posting`, `entries`, `funding`: money comes from outside to a member. The statement must write the audit
 * record too.
 * Touches: the network's account (one entry down, not locked), the member's account (`posted` up).
 * Holds: the posting sums to zero, and has a proof that the server funded this account with this amount.
 */
export function postFunding(
  funding: {
    posting: NewRow<"postings">;
    accountId: AccountId;
    networkAccountId: AccountId;
    amountMinor: bigint;
    auditRecordId: RecordId;
  },
  guard: string,
): Sql {
  const { posting, accountId, networkAccountId, amountMinor, auditRecordId } = funding;
  const { id: postingId, environment, currency } = posting;
  const proof = proveFunding({ postingId, auditRecordId, accountId, environment, currency, amountMinor });
  const from = { accountId: networkAccountId, isExact: false };
  const to = { accountId, isExact: true };
  const balance = moveMemberBalance(accountId, { heldMinor: 0n, postedMinor: amountMinor }, guard);
  return sql`account AS (${balance}), ${postTransfer(posting, { from, to, amountMinor }, "account")},
    funding AS (${insertRows("fundings", [{ postingId, auditRecordId, proof }], "posting")})`;
}
