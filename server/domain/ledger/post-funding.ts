import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { AccountId } from "@/server/platform/noun-ids";
import { moveMemberBalances } from "./member-balance";
import { POSTED, postTransfers } from "./post-transfer";
import { proveFunding } from "./proof-of-funding";

/** Where the money of a funding comes from, or goes back to. */
export interface FundedSide {
  readonly kind: "network" | "float";
  readonly accountId: AccountId;
}

interface Funding {
  readonly posting: NewRow<"postings">;
  /** A member's account, or a tenant's float. */
  readonly accountId: AccountId;
  readonly from: FundedSide;
  /** Positive in both directions. */
  readonly amountMinor: bigint;
  readonly auditRecordId: RecordId;
}

/**
 * CTEs `account`, `moved`, `posting`, `entries`, `funding`: money comes from outside or from a tenant's float. The query must
 * write the audit records too. `moved` has one row, or none if an account isn't there or a float hasn't enough: then nothing is
 * posted.
 * Touches: the accounts of members and floats, in the order of their ids (`posted` up, or down for a float that pays), the
 * network's account (entries down, not locked).
 * Holds: each posting sums to zero, and has a proof that the server funded this account with this amount.
 */
export function postFundings(fundings: readonly Funding[], guard: string): Sql {
  return post(
    fundings.map((funding) => ({ ...funding, signedMinor: funding.amountMinor, reversedPostingId: null })),
    guard,
  );
}

/**
 * The same CTEs: all of a funding goes back to where it came from. If the account no longer has the amount available, `moved` is
 * empty and nothing is posted.
 * Touches: the funded account (`posted` down), the network's account (one entry up, not locked) or the float (`posted` up).
 * Holds: the posting sums to zero; no held or spent money is taken; a proof names the funding; a second reversal violates a
 * unique key and fails its whole query.
 */
export function postFundingReversal(reversal: Funding & { readonly reversedPostingId: RecordId }, guard: string): Sql {
  return post([{ ...reversal, signedMinor: -reversal.amountMinor }], guard);
}

interface Move extends Funding {
  readonly signedMinor: bigint;
  readonly reversedPostingId: RecordId | null;
}

function post(moves: readonly Move[], guard: string): Sql {
  const balances = balancesOf(moves);
  const transfers = moves.map(({ posting, accountId, from, amountMinor, signedMinor }) => {
    const [funded, payer] = [
      { accountId, isExact: true },
      { accountId: from.accountId, isExact: from.kind === "float" },
    ];
    return { posting, amountMinor, ...(signedMinor > 0n ? { from: payer, to: funded } : { from: funded, to: payer }) };
  });
  return sql`account AS (${moveMemberBalances(balances, guard)}),
    moved AS (SELECT 1 FROM (SELECT count(*) AS accounts FROM account) a WHERE a.accounts = ${balances.length}::bigint),
    ${postTransfers(transfers, "moved")},
    funding AS (${insertRows("fundings", moves.map(proofOf), POSTED)})`;
}

/** Each account once, in lock order. */
function balancesOf(moves: readonly Move[]) {
  const byAccount = new Map<AccountId, bigint>();
  const add = (accountId: AccountId, minor: bigint) =>
    byAccount.set(accountId, (byAccount.get(accountId) ?? 0n) + minor);
  for (const { accountId, from, signedMinor } of moves) {
    add(accountId, signedMinor);
    if (from.kind === "float") add(from.accountId, -signedMinor);
  }
  return [...byAccount.entries()]
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([accountId, postedMinor]) => ({ accountId, heldMinor: 0n, postedMinor }));
}

/** Of any posting that puts money on an account, or takes back one that did. */
export function proofOf({
  posting,
  accountId,
  from,
  auditRecordId,
  signedMinor,
  reversedPostingId,
}: Move): NewRow<"fundings"> {
  const { id: postingId, environment, currency } = posting;
  const ids = { postingId, auditRecordId, reversedPostingId };
  const floatAccountId = from.kind === "float" ? from.accountId : null;
  const proof = proveFunding({ ...ids, accountId, environment, currency, amountMinor: signedMinor, floatAccountId });
  return { ...ids, proof };
}
