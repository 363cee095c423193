import { runInTransaction } from "@/server/db/guarded";
import { sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import type { ApiKeyCaller } from "../../caller";
import { DomainError, unknownReference } from "../../errors";
import type { IdempotencyClaim } from "../../idempotency";
import { requireMinor } from "../../require-minor";
import { findMemberAccount, lockOwnMember } from "../find-member";
import { announceFunding } from "./fund-member-account";
import { writeFunding } from "./write-funding";

export interface FundingRecord {
  /** Id of its posting. */
  readonly id: RecordId;
  readonly accountId: AccountId;
  /** Null: it funded the tenant's float. */
  readonly memberId: MemberId | null;
  readonly currency: Currency;
  /** Negative for a reversal. */
  readonly amountMinor: bigint;
  readonly reference: string | null;
  readonly reversesId: RecordId | null;
  readonly reversedById: RecordId | null;
  readonly createdAt: Date;
}

interface FundingInput {
  readonly accountId: AccountId;
  readonly amount: DecimalAmount;
  readonly reference: string;
}

/**
 * Puts test money on an account of one of the tenant's members.
 *
 * Accounts: network (entry down), member (posted up). Invariant: the posting sums to zero. A retry with the same claim changes
 * nothing: posting, proof, audit record, reference, and answer are one statement, in a transaction that locks the member, so
 * that nothing is written about one who is being erased. Refused in live: there an operator funds, and large sums take a second
 * one (`fundMemberAccount`).
 * Throws `invalid_reference`, `not_permitted` in live and for members of the public sandbox, `validation_error`.
 */
export async function createFunding(
  caller: ApiKeyCaller,
  { accountId, amount, reference }: FundingInput,
  claim: IdempotencyClaim<FundingRecord> | null,
): Promise<FundingRecord> {
  const account = await findMemberAccount(caller, accountId);
  if (!account) throw unknownReference("account");
  const { currency, memberId } = account;
  const amountMinor = requireMinor(amount, currency);
  if (caller.environment === "live") {
    throw new DomainError("not_permitted", "In live, an operator of the network puts money on accounts.");
  }
  const id = newRecordId(caller.now);
  const record: FundingRecord = {
    ...{ id, accountId, memberId, currency, amountMinor, reference },
    ...{ reversesId: null, reversedById: null, createdAt: caller.now },
  };
  await runInTransaction(async (db) => {
    await lockOwnMember(db, caller, sql`${memberId}`);
    const note = { memberId, reference };
    const funding = { postingId: id, accountId, currency, amountMinor, memberId, note };
    await writeFunding(caller, funding, claim, record, db);
  }, caller.standing);
  announceFunding(account);
  return record;
}
