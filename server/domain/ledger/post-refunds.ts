import type { NewRow } from "@/server/db/insert-rows";
import type { Sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalances } from "./member-balance";
import { postTransfers } from "./post-transfer";

/** Minor units: released holds, and refunded money. */
export interface MemberCredit {
  readonly accountId: AccountId;
  readonly releasedMinor: bigint;
  readonly refundedMinor: bigint;
}

/**
 * UPDATE that credits members. Touches: the members' accounts (`held` down, `posted` up), summed by account and in lock order.
 * Holds: `held >= 0`; returns the accounts for which that is true. Releases have no posting: held money never left the account.
 */
export function creditMembers(credits: readonly MemberCredit[], guard: string): Sql {
  const sums = new Map<AccountId, { heldMinor: bigint; postedMinor: bigint }>();
  for (const { accountId, releasedMinor, refundedMinor } of credits) {
    const { heldMinor, postedMinor } = sums.get(accountId) ?? { heldMinor: 0n, postedMinor: 0n };
    sums.set(accountId, { heldMinor: heldMinor - releasedMinor, postedMinor: postedMinor + refundedMinor });
  }
  const moves = [...sums].map(([accountId, move]) => ({ accountId, ...move }));
  return moveMemberBalances(
    moves.sort((a, b) => (a.accountId < b.accountId ? -1 : 1)),
    guard,
  );
}

export interface Refund {
  readonly posting: NewRow<"postings">;
  readonly memberAccountId: AccountId;
  readonly merchantAccountId: AccountId;
  readonly amountMinor: bigint;
}

/**
 * CTEs `posting`, `entries`: the books of refunds whose money `creditMembers` moves in the same query.
 * Touches: the merchants' accounts (one entry each, not locked; below zero, the next batch makes up for it).
 * Holds: each posting sums to zero; what is refunded was captured (the captures' own guard).
 */
export function postRefunds(refunds: readonly Refund[], guard: string): Sql {
  const transfers = refunds.map(({ posting, memberAccountId, merchantAccountId, amountMinor }) => ({
    posting,
    from: { accountId: merchantAccountId, isExact: false },
    to: { accountId: memberAccountId, isExact: true },
    amountMinor,
  }));
  return postTransfers(transfers, guard);
}
