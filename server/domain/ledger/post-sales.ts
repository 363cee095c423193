import type { NewRow } from "@/server/db/insert-rows";
import type { Sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalances } from "./member-balance";
import { postTransfers } from "./post-transfer";

/** Minor units: held, or spent at once. */
export interface MemberDebit {
  readonly accountId: AccountId;
  readonly heldMinor: bigint;
  readonly soldMinor: bigint;
}

/**
 * UPDATE that debits members. Touches: the members' accounts (`held` up, `posted` down), each named once, in lock order. Holds:
 * `posted - held >= -credit limit`; returns the accounts for which that is true.
 */
export function debitMembers(debits: readonly MemberDebit[], guard: string): Sql {
  const moves = debits.map(({ accountId, heldMinor, soldMinor }) => ({
    accountId,
    heldMinor,
    postedMinor: -soldMinor,
  }));
  return moveMemberBalances(moves, guard);
}

export interface Sale {
  readonly posting: NewRow<"postings">;
  readonly memberAccountId: AccountId;
  readonly merchantAccountId: AccountId;
  readonly amountMinor: bigint;
}

/**
 * CTEs `posting`, `entries`: the books of sales whose money `debitMembers` moves in the same query.
 * Touches: the merchants' accounts (one entry each, not locked). Holds: each posting sums to zero.
 */
export function postSales(sales: readonly Sale[], guard: string): Sql {
  const transfers = sales.map(({ posting, memberAccountId, merchantAccountId, amountMinor }) => ({
    posting,
    from: { accountId: memberAccountId, isExact: true },
    to: { accountId: merchantAccountId, isExact: false },
    amountMinor,
  }));
  return postTransfers(transfers, guard);
}
