import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type DecimalAmount, formatAmount } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import { findAskedReversal, requestApproval } from "../../approvals";
import type { OperatorCaller } from "../../caller";
import { invalidField } from "../../errors";
import { type IdempotencyClaim, storeAnswer } from "../../idempotency";
import { lockFloat } from "../find-member";
import { type BookedFunding, getBookedFunding, requireReversible } from "./find-funding";
import { announceFunding, exceedsDay, type Funded, requireSandbox } from "./fund-member-account";
import { writeReversal } from "./write-reversal";

interface ReversalInput {
  readonly fundingId: string;
  readonly reference: string | null;
  /** The funding's amount, typed; required in live. */
  readonly confirmedAmount: DecimalAmount | null;
}

/**
 * Reverses a mistaken funding, whoever made it.
 *
 * Accounts: member (posted down), network (entry up). Invariant: all of the funding goes back, once, and no spent or held
 * money. A retry with the same claim changes nothing. In live, an amount beyond the operator's daily limit for the currency,
 * with all that counts towards it, moves nothing: it becomes a request, one per funding, that another operator decides
 * (`decideChange`). The public demo operator reverses only for members of the public sandbox, at most 1,000 at a time.
 * Throws `funding_not_found`, `funding_reversed`, `funding_not_reversible`, `funding_spent`, `validation_error`,
 * `not_permitted`.
 */
export async function reverseMemberFunding(
  caller: OperatorCaller,
  { fundingId, reference, confirmedAmount }: ReversalInput,
  claim: IdempotencyClaim<Funded>,
): Promise<Funded> {
  const found = await getBookedFunding(getPool(), caller, fundingId);
  const { accountId, memberId, currency, amountMinor } = found;
  const amount = formatAmount(amountMinor, currency);
  requireReversible(found);
  if (caller.isShared) await requireSandbox(caller, found, amount);
  if (caller.environment === "live" && (confirmedAmount === null || Number(confirmedAmount) !== amount)) {
    throw invalidField("confirmedAmount", "doesn’t match the amount");
  }
  const reversed = await runInTransaction(async (db) => {
    if (caller.environment === "live" && (await exceedsDay(db, caller, { amountMinor, currency }))) {
      return ask(db, caller, { found, reference, claim });
    }
    await write(db, caller, { found, reference, details: {}, claim });
    return { accountId };
  });
  if (!reversed.awaits) announceFunding({ id: accountId, memberId });
  return reversed;
}

/** One request per funding, no matter how often or by whom. */
async function ask(
  db: Queryable,
  caller: OperatorCaller,
  { found, reference, claim }: Omit<Write, "details">,
): Promise<Funded> {
  const { funding, mayNote } = await lockFunding(db, caller, found);
  requireReversible(funding);
  const { id: reversedPostingId, accountId, tenantId, amountMinor, currency } = funding;
  const money = { accountId, amountMinor, currency, reference: (mayNote ? reference : null) ?? "" };
  const change = { kind: "funding_reversal", reversedPostingId, ...money } as const;
  const asked = await findAskedReversal(db, caller, reversedPostingId);
  const held = { accountId, awaits: asked ?? (await requestApproval(db, caller, { tenantId, change })) };
  await storeAnswer(db, claim, held, caller.now);
  return held;
}

interface LockedFunding {
  readonly funding: BookedFunding;
  /** False for an erased member, about whom nothing more is written. */
  readonly mayNote: boolean;
}

/** The funding can't change until the transaction ends. */
async function lockFunding(
  db: Queryable,
  caller: OperatorCaller,
  { id, memberId, accountId }: Pick<BookedFunding, "id" | "memberId" | "accountId">,
): Promise<LockedFunding> {
  if (memberId === null) {
    await lockFloat(db, accountId);
    return { funding: await getBookedFunding(db, caller, id), mayNote: false };
  }
  const [member] = await query<{ isErased: boolean }>(
    db,
    sql`SELECT erased_at IS NOT NULL AS is_erased FROM members WHERE id = ${memberId} FOR NO KEY UPDATE`,
  );
  if (!member) throw new Error("an account without a member");
  return { funding: await getBookedFunding(db, caller, id), mayNote: !member.isErased };
}

interface Write {
  readonly found: Pick<BookedFunding, "id" | "accountId" | "memberId">;
  readonly reference: string | null;
  readonly details: Record<string, string>;
  readonly claim: IdempotencyClaim<Funded> | null;
}

async function write(
  db: Queryable,
  caller: OperatorCaller,
  { found, reference, details, claim }: Write,
): Promise<void> {
  const { funding, mayNote } = await lockFunding(db, caller, found);
  await writeReversal(db, caller, {
    funding,
    postingId: newRecordId(caller.now),
    details,
    claim,
    answer: { accountId: found.accountId },
    reference: mayNote && reference !== "" ? reference : null,
  });
}

/** Part of the second operator's decision; call `announceFunding` after it. Throws what `writeReversal` throws. */
export async function writeApprovedReversal(
  db: Queryable,
  caller: OperatorCaller,
  input: { readonly reversedPostingId: RecordId; readonly reference: string; readonly askedBy: RecordId },
): Promise<{ readonly id: AccountId; readonly memberId: MemberId | null }> {
  const found = await getBookedFunding(db, caller, input.reversedPostingId);
  await write(db, caller, { found, reference: input.reference, details: { askedBy: input.askedBy }, claim: null });
  return { id: found.accountId, memberId: found.memberId };
}
