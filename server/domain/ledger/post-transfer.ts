import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";

/** `isExact`: the account's `posted` changes in the same query, as a member's does. */
interface Side {
  readonly accountId: AccountId;
  readonly isExact: boolean;
}

interface Transfer {
  readonly posting: NewRow<"postings">;
  readonly from: Side;
  readonly to: Side;
  readonly amountMinor: bigint;
}

function entriesOf({ posting, from, to, amountMinor }: Transfer): NewRow<"entries">[] {
  const entry = (side: Side, signedMinor: bigint) => ({
    postingId: posting.id,
    accountId: side.accountId,
    currency: posting.currency,
    amountMinor: signedMinor,
    isFolded: side.isExact,
  });
  return [entry(from, -amountMinor), entry(to, amountMinor)];
}

/** One row once all postings are written, none if none is. */
export const POSTED = "(SELECT 1 FROM (SELECT count(*) AS postings FROM posting) p WHERE p.postings > 0) AS posted";

/** Balanced by construction: both entries come from one amount. An exact side counts as folded at once. */
export function postTransfers(transfers: readonly Transfer[], guard: string): Sql {
  const postings = transfers.map(({ posting }) => posting);
  return sql`posting AS (${insertRows("postings", postings, guard)}),
    entries AS (${insertRows("entries", transfers.flatMap(entriesOf), POSTED)})`;
}
