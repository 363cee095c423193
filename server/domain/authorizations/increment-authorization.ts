import { announce } from "@/server/db/announce";
import { type Attempt, bothOrNothing, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type DecimalAmount, formatAmount, parseCurrency } from "@/server/platform/money";
import { type Audited, staffAuditPart } from "../audit";
import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { hintOf } from "../declines";
import { DomainError } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { placeHold } from "../ledger";
import { requireMinor } from "../require-minor";
import type { AuthorizationOutcome, AuthorizationRow } from "./authorization";
import { cardStateAt, countCardUse } from "./card-use";
import { decide } from "./decide";
import { expireBeforeDeclining, type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { type Family, getFamily, targetFigures } from "./family";
import { statusOf } from "./figures";
import { findIncrementFacts, type IncrementFacts } from "./find-increment-facts";
import { newAuthorizationRow } from "./new-authorization-row";
import { writeDecline } from "./write-decline";

const MAX_INCREMENTS = 50;
const INCREMENTABLE = "Authorization Approved";

export interface IncrementInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/**
 * Adds to a hold by a child authorization (spec 2.5, design 6). The family shares one expiry, which an approved
 * increment moves on. A refused one is recorded and leaves the hold as it was; only it fires an event.
 *
 * Accounts: member (held up). Invariant: the root's version guards the family, the account's own columns the funds. A
 * retry with the same claim changes nothing.
 * Throws `tenant_suspended`, `authorization_not_found`, `authorization_not_incrementable`, `increment_limit_reached`,
 * `validation_error` on too many decimals.
 */
export async function incrementAuthorization(
  caller: TenantCaller,
  input: IncrementInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requirePermission(caller, "move_money");
  if (caller.isTenantSuspended) throw new DomainError("tenant_suspended", "The tenant is suspended.");
  return expireBeforeDeclining(caller.now, (mayExpire) =>
    runGuarded((attempt) => increment(attempt, caller, input, { claim, mayExpire })),
  );
}

function requireIncrementable(family: Family, now: Date): void {
  const { root, target, members } = family;
  const status = target.outcome === "declined" ? "Authorization Declined" : statusOf(targetFigures(family, now));
  // A code was given for one amount, and its holder has no card that could answer for more.
  if (target.id !== root.id || status !== INCREMENTABLE || target.paymentCodeId) {
    const statusIs = `Its status is ${status}.`;
    const why = target.parentId ? "It is itself an increment." : target.paymentCodeId ? "A code paid." : statusIs;
    throw new DomainError("authorization_not_incrementable", `The authorization cannot be incremented. ${why}`, {
      details: { status, allowed: [INCREMENTABLE], isIncrement: target.parentId !== null },
    });
  }
  if (members.length > MAX_INCREMENTS) {
    throw new DomainError("increment_limit_reached", `An authorization has at most ${MAX_INCREMENTS} increments.`, {
      details: { limit: MAX_INCREMENTS },
    });
  }
}

async function increment(
  attempt: Attempt,
  caller: TenantCaller,
  input: IncrementInput,
  { claim, mayExpire }: { claim: IdempotencyClaim<AuthorizationOutcome> | null; mayExpire: boolean },
): Promise<AuthorizationOutcome | OverdueHolds | typeof STALE> {
  const family = await getFamily(attempt, caller, input.id);
  requireIncrementable(family, caller.now);
  const { root } = family;
  const amountMinor = requireMinor(input.amount, parseCurrency(root.currency));
  const facts = await findIncrementFacts(attempt, root, caller.now);
  const { card } = facts;
  const decision = decide({
    now: caller.now,
    amountMinor,
    transactionMinor: root.familyAmountMinor + amountMinor,
    currency: root.currency,
    mcc: root.mcc,
    channel: root.channel,
    mode: root.mode,
    isNewTransaction: false,
    merchantStatus: facts.merchantStatus,
    accountCurrency: card.accountCurrency,
    availableMinor: card.availableMinor,
    card: cardStateAt(card, caller.now),
    risk: null,
  });
  const overdue = mayExpire ? overdueHoldsBehind(decision, amountMinor, card) : null;
  if (overdue) return overdue;
  const { merchantId, merchantNameRaw, mcc, channel, mode, avsResult, cvvResult, cardId, accountId, currency } = root;
  const described = {
    merchantId,
    merchantNameRaw,
    mcc,
    channel,
    mode,
    avsResult,
    cvvResult,
    cardId,
    accountId,
    currency,
  };
  const row = newAuthorizationRow(
    caller,
    {
      ...described,
      paymentCodeId: null,
      agreementId: null,
      merchantReference: null,
      deviceHash: null,
      drawn: facts.drawn,
      parent: root,
      metadata: input.metadata,
      amountMinor,
    },
    decision,
    null,
  );
  const outcome = { row, hint: hintOf(decision), transactionId: null };
  if (decision.outcome === "declined") {
    const audit = staffAuditPart(caller, incrementedBy(row), "written");
    await writeDecline(attempt.db, { row, outcome, use: null, subscribers: facts.subscribers, claim, audit });
    announce(attempt.db, `tenant:${row.tenantId}:${row.environment}`);
    return outcome;
  }
  if (!(await writeIncrement(attempt, caller, { root, outcome, facts, claim }))) return STALE;
  announce(attempt.db, `account:${accountId}`, `tenant:${row.tenantId}:${row.environment}`);
  return outcome;
}

function incrementedBy({ rootId, id, amountMinor, currency, outcome }: AuthorizationRow): Audited {
  const details = { amount: formatAmount(amountMinor, currency), currency, outcome, increment: id };
  return { action: "authorization.incremented", subject: { kind: "authorization", id: rootId }, details };
}

async function writeIncrement(
  { db }: Attempt,
  caller: TenantCaller,
  write: {
    readonly root: AuthorizationRow;
    readonly outcome: AuthorizationOutcome;
    readonly facts: IncrementFacts;
    readonly claim: IdempotencyClaim<AuthorizationOutcome> | null;
  },
): Promise<boolean> {
  const { root, outcome, facts, claim } = write;
  const { row } = outcome;
  const use = { amountMinor: row.amountMinor, count: 0, now: row.createdAt } as const;
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH root AS (
        UPDATE authorizations SET family_amount_minor = family_amount_minor + ${row.amountMinor}::bigint,
          expires_at = greatest(expires_at, ${row.expiresAt}::timestamptz), version = version + 1
        WHERE id = ${root.id} AND version = ${root.version}
        RETURNING id
      ),
      card AS (${countCardUse(facts.card, use, sql`root`)}),
      ${placeHold({ accountId: row.accountId, amountMinor: row.amountMinor }, "card")},
      written AS (${insertRows("authorizations", [row], "account")}),
      ${recordAnswer(claim, outcome, row.createdAt, "account")}
      ${staffAuditPart(caller, incrementedBy(row), "account")}
      ${bothOrNothing("root", "account")}`,
  );
  return result?.isWritten ?? false;
}
