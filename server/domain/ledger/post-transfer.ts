import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";

/** One side of a transfer. `isExact`: the account's `posted` changes in the same statement (a member's). */
interface Side {
  readonly accountId: AccountId;
  readonly isExact: boolean;
}

/**
 * The CTEs `posting` and `entries`: one event in the books, balanced by construction, since both entries come from one
 * amount. An exact side counts as folded at once; the other waits to be folded into its snapshot.
 */
export function postTransfer(
  posting: NewRow<"postings">,
  transfer: { readonly from: Side; readonly to: Side; readonly amountMinor: bigint },
  guard: string,
): Sql {
  const { from, to, amountMinor } = transfer;
  const entry = (side: Side, signedMinor: bigint): NewRow<"entries"> => ({
    postingId: posting.id,
    accountId: side.accountId,
    currency: posting.currency,
    amountMinor: signedMinor,
    isFolded: side.isExact,
  });
  return sql`posting AS (${insertRows("postings", [posting], guard)}),
    entries AS (${insertRows("entries", [entry(from, -amountMinor), entry(to, amountMinor)], "posting")})`;
}
