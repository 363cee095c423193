import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { auditPart } from "@/server/domain/audit";
import type { MemberCaller } from "@/server/domain/caller";
import { DomainError, invalidField, unknownReference } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer, storeAnswer } from "@/server/domain/idempotency";
import { requireOneClock } from "@/server/domain/sandbox-clock";
import { isRecordId, newRecordId } from "@/server/platform/ids";
import { formatAmount } from "@/server/platform/money";
import { AccountId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import { transactionNotFound } from "../transaction";
import { rescueUntil, selectPaidByAnother } from "./open-rescues";

type RescueRow = NewRow<"rescues">;

export interface RescueOutcome {
  readonly declined: AuthorizationRow;
  readonly rescue: RescueRow;
}

interface Declined extends AuthorizationRow {
  readonly rulesVersion: number | null;
  readonly paidById: string | null;
}

/**
 * The member rescues a declined payment: the merchant's next try of up to its amount, with the same card or code, is decided
 * without the member's own freeze and limits, once, until the time in the decline, from the account they choose. The issuer's
 * rules and the account's funds still apply. Any later change of the card's rules ends it. Refused if another try of the same
 * order was rescued and paid.
 *
 * Accounts: none, until the merchant tries again. Invariant: a decline is rescued at most once (unique), a rescue is used by at
 * most one payment (a guarded UPDATE in the payment's own query), and its terms never change (a trigger). A retry with the
 * same claim changes nothing; nor does another rescue from the same account.
 * Throws `transaction_not_found`, `payment_not_rescuable`, `invalid_reference` on `account` for one that isn't the member's or
 * is in another currency, `validation_error` on `account` for one without the money, `sandbox_clocks_differ`.
 */
export async function rescuePayment(
  caller: MemberCaller,
  input: { readonly id: string; readonly account: string | null },
  claim: IdempotencyClaim<RescueOutcome> | null,
): Promise<RescueOutcome> {
  return runGuarded(async (attempt) => {
    const { rulesVersion, paidById, ...declined } = await readDeclined(attempt, caller, input.id);
    await requireOneClock("member", declined, caller.memberId, attempt.db);
    const accountId = await chooseAccount(attempt, caller, declined, input.account);
    const expiresAt = requireOffered(declined, caller.now);
    const earlier = await findEarlier(attempt, declined, accountId);
    if (earlier) {
      await storeAnswer(attempt.db, claim, { declined, rescue: earlier }, caller.now);
      return { declined, rescue: earlier };
    }
    if (paidById !== null) throw notRescuable("You already paid it: you let another try through.");
    const rescue: RescueRow = {
      id: newRecordId(caller.now),
      declinedId: declined.id,
      payerId: payerOf(declined),
      rulesVersion: rulesVersion ?? 0,
      merchantId: declined.merchantId,
      memberId: caller.memberId,
      accountId,
      amountMinor: declined.amountMinor,
      createdAt: caller.now,
      expiresAt,
      usedById: null,
      usedAt: null,
    };
    const outcome = { declined, rescue };
    await write(attempt, caller, outcome, claim);
    return outcome;
  }, caller.standing);
}

async function readDeclined({ db }: Attempt, { memberId }: MemberCaller, id: string): Promise<Declined> {
  const [declined] = isRecordId(id)
    ? await query<Declined>(
        db,
        sql`SELECT r.*, c.rules_version, ${selectPaidByAnother(sql`r`)} AS paid_by_id
          FROM authorizations r JOIN accounts a ON a.id = r.account_id
          LEFT JOIN cards c ON c.id = r.card_id
          WHERE r.id = ${id} AND r.parent_id IS NULL AND a.member_id = ${memberId}`,
      )
    : [];
  if (!declined) throw transactionNotFound();
  return declined;
}

/** An earlier, unused rescue of the payment from the same account. Throws `payment_not_rescuable` for any other. */
async function findEarlier({ db }: Attempt, { id }: AuthorizationRow, accountId: AccountId): Promise<RescueRow | null> {
  const [earlier] = await query<RescueRow>(db, sql`SELECT * FROM rescues WHERE declined_id = ${id}`);
  if (!earlier) return null;
  if (earlier.usedById === null && earlier.accountId === accountId) return earlier;
  throw notRescuable("You already let it through.");
}

function payerOf({ cardId, paymentCodeId }: AuthorizationRow): string {
  const id = cardId ?? paymentCodeId;
  if (id === null) throw notRescuable("It was a charge of an agreement.");
  return id;
}

function requireOffered({ outcome, decision }: AuthorizationRow, now: Date): Date {
  const until = outcome === "declined" ? rescueUntil(decision) : null;
  if (until === null) throw notRescuable("Nothing you can allow would change the outcome.");
  if (now >= until)
    throw notRescuable("Its time is over. PaymentRequest the merchant to try again, then allow that payment.");
  return until;
}

function notRescuable(why: string): DomainError {
  return new DomainError("payment_not_rescuable", `The payment can’t be let through. ${why}`);
}

async function chooseAccount(
  { db }: Attempt,
  { memberId }: MemberCaller,
  { accountId, amountMinor, currency }: AuthorizationRow,
  chosen: string | null,
): Promise<AccountId> {
  const id = chosen ?? accountId;
  if (!AccountId.is(id)) throw unknownReference("account");
  const [account] = await query<{ availableMinor: bigint }>(
    db,
    sql`SELECT posted_minor - held_minor + credit_limit_minor AS available_minor FROM accounts
      WHERE id = ${id} AND member_id = ${memberId} AND currency = ${currency}`,
  );
  if (!account) throw unknownReference("account");
  if (account.availableMinor < amountMinor) throw invalidField("account", "doesn’t have enough available");
  return id;
}

/** If two race, one is written and the other reads again. */
async function write(
  { db }: Attempt,
  caller: MemberCaller,
  outcome: RescueOutcome,
  claim: IdempotencyClaim<RescueOutcome> | null,
): Promise<void> {
  const { declined, rescue } = outcome;
  const audited = {
    action: "payment.allowed_once",
    subject: { kind: "authorization", id: declined.id },
    details: {
      amount: formatAmount(rescue.amountMinor, declined.currency),
      currency: declined.currency,
      account: rescue.accountId,
      merchant: rescue.merchantId,
      until: rescue.expiresAt.toISOString(),
    },
  };
  await query(
    db,
    sql`WITH rescue AS (${insertRows("rescues", [rescue], "(SELECT 1) AS work")}),
      ${auditPart(caller, audited, "rescue")},
      ${recordAnswer(claim, outcome, caller.now, "rescue")}
      SELECT 1`,
  );
  announce(db, `member:${rescue.memberId}`, `tenant:${declined.tenantId}:${declined.environment}`);
}
