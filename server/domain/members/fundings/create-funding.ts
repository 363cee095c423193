import type { FundingKind } from "@/server/contracts/rest/reading-back/funding-kinds";
import { runInTransaction } from "@/server/db/guarded";
import { sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import { requireActiveTenant } from "../../authority";
import type { ApiKeyCaller } from "../../caller";
import { unknownReference } from "../../errors";
import type { IdempotencyClaim } from "../../idempotency";
import { requireMinor } from "../../require-minor";
import { findMemberAccount, lockOwnMember } from "../find-member";
import { announceFunding } from "./fund-member-account";
import { requireFloat } from "./require-float";
import { writeFundings } from "./write-funding";

export interface FundingRecord {
  /** Id of its posting. */
  readonly id: RecordId;
  readonly accountId: AccountId;
  /** Null: it funded the tenant's float. */
  readonly memberId: MemberId | null;
  readonly currency: Currency;
  /** Negative for a reversal. */
  readonly amountMinor: bigint;
  readonly kind: FundingKind;
  readonly reference: string | null;
  readonly reversesId: RecordId | null;
  readonly reversedById: RecordId | null;
  readonly createdAt: Date;
}

interface FundingInput {
  readonly accountId: AccountId;
  readonly amount: DecimalAmount;
  readonly reference: string;
  /** In live it is, whatever this says. */
  readonly isFromFloat: boolean;
}

/**
 * Gives one of the tenant's members money from its float, or test money out of nothing.
 *
 * Accounts: float (posted down) or in test the network (entry down), member (posted up). Invariants: the posting sums to zero, and
 * a float never goes below zero. A retry with the same claim changes nothing: posting, proof, audit record, event, reference, and
 * answer are one query, in a transaction that locks the member, so that nothing is written about one who is being erased.
 * Throws `float_exceeded`, `tenant_suspended`, `invalid_reference`, `not_permitted` for members of the public sandbox,
 * `validation_error`.
 */
export async function createFunding(
  caller: ApiKeyCaller,
  { accountId, amount, reference, isFromFloat }: FundingInput,
  claim: IdempotencyClaim<FundingRecord> | null,
): Promise<FundingRecord> {
  const account = await findMemberAccount(caller, accountId);
  if (!account) throw unknownReference("account");
  const { currency, memberId } = account;
  const amountMinor = requireMinor(amount, currency);
  requireActiveTenant(caller);
  const isFloat = isFromFloat || caller.environment === "live";
  const floatAccountId = isFloat ? await requireFloat(caller, currency) : null;
  const id = newRecordId(caller.now);
  const record: FundingRecord = {
    id,
    accountId,
    memberId,
    currency,
    amountMinor,
    reference,
    kind: floatAccountId ? "float" : "manual",
    reversesId: null,
    reversedById: null,
    createdAt: caller.now,
  };
  await runInTransaction(async (db) => {
    await lockOwnMember(db, caller, sql`${memberId}`);
    const note = { memberId, reference };
    const funding = { postingId: id, accountId, amountMinor, memberId, note };
    await writeFundings(db, caller, [funding], { currency, floatAccountId, claim, answer: record });
  }, caller.standing);
  announceFunding(account);
  return record;
}
