import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { ApiKeyCaller } from "../../caller";
import { DomainError } from "../../errors";
import type { IdempotencyClaim } from "../../idempotency";
import { lockFloat, lockOwnMember } from "../find-member";
import type { FundingRecord } from "./create-funding";
import { getBookedFunding } from "./find-funding";
import { announceFunding } from "./fund-member-account";
import { writeReversal } from "./write-reversal";

/**
 * Reverses a test funding of one of the tenant's members, whoever made it.
 *
 * Accounts: member (posted down), network (entry up). Invariant: all of the funding goes back, once, and no spent or held
 * money. A retry with the same claim changes nothing. Refused in live, where an operator reverses (`reverseMemberFunding`).
 * Throws `funding_not_found`, `not_permitted` in live and for members of the public sandbox, `funding_reversed`,
 * `funding_not_reversible`, `funding_spent`.
 */
export async function reverseFunding(
  caller: ApiKeyCaller,
  { id: fundingId, reference }: { readonly id: string; readonly reference: string | null },
  claim: IdempotencyClaim<FundingRecord> | null,
): Promise<FundingRecord> {
  const found = await getBookedFunding(getPool(), caller, fundingId);
  const { accountId, memberId, currency, amountMinor } = found;
  if (caller.environment === "live") {
    throw new DomainError("not_permitted", "In live, an operator of the network takes fundings back.");
  }
  const id = newRecordId(caller.now);
  const record: FundingRecord = {
    id,
    accountId,
    memberId,
    currency,
    amountMinor: -amountMinor,
    kind: "reversal",
    reference,
    reversesId: found.id,
    reversedById: null,
    createdAt: caller.now,
  };
  await runInTransaction(async (db) => {
    if (memberId) await lockOwnMember(db, caller, sql`${memberId}`);
    else await lockFloat(db, accountId);
    const funding = await getBookedFunding(db, caller, fundingId);
    await writeReversal(db, caller, { funding, postingId: id, reference, details: {}, claim, answer: record });
  }, caller.standing);
  announceFunding({ id: accountId, memberId });
  return record;
}
