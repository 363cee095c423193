import { announce } from "@/server/db/announce";
import { type Attempt, bothOrNothing, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Audited, staffAuditPart } from "@/server/domain/audit";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { TenantCaller } from "@/server/domain/caller";
import type { Decision } from "@/server/domain/declines";
import { DomainError } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { placeHold } from "@/server/domain/ledger";
import { requireMinor } from "@/server/domain/require-minor";
import { type DecimalAmount, formatAmount, parseCurrency } from "@/server/platform/money";
import type { AuthorizationOutcome, AuthorizationRow } from "../authorization";
import { type Family, getFamily } from "../family";
import { newAuthorizationRow } from "../new-authorization-row";
import { stateDetails } from "../standing";
import { isAllowed } from "../statuses";
import { expireBeforeDeclining, type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { findIncrementFacts } from "./find-increment-facts";
import { accountOf, countIncrement, decideIncrement, type IncrementPayer } from "./increment-payer";
import { writeDecline } from "./write-decline";

export const MAX_INCREMENTS = 50;

export interface IncrementInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/**
 * Adds to a hold by a child authorization (contract 2.5, design 6); the card or code that paid for the hold pays for it.
 * The family shares one expiry, which an approved increment moves on. A refused one is recorded and leaves the hold as
 * it was; only it fires an event.
 *
 * Accounts: member (held up). Invariant: the root's version guards the family, and with it a code's maximum, the
 * account's own columns the funds. A retry with the same claim changes nothing.
 * Throws `tenant_suspended`, `authorization_not_found`, `authorization_not_incrementable`, `increment_limit_reached`,
 * `validation_error` on too many decimals.
 */
export async function incrementAuthorization(
  caller: TenantCaller,
  input: IncrementInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requirePermission(caller, "move_money");
  requireActiveTenant(caller);
  return expireBeforeDeclining(caller.now, (mayExpire) =>
    runGuarded((attempt) => increment(attempt, caller, input, { claim, mayExpire })),
  );
}

function requireIncrementable(family: Family, now: Date): void {
  const { target, members } = family;
  const details = stateDetails(family, now, "increment");
  const { parentId } = target;
  if (parentId !== null) {
    // No status of it would do, so none is listed.
    const parent = { ...details, allowed: [], isIncrement: true, parentAuthorization: parentId };
    throw notIncrementable("It is itself an increment: increment the one it belongs to.", parent);
  }
  if (!isAllowed(details.status, "increment")) {
    throw notIncrementable(`Its status is ${details.status}.`, { ...details, isIncrement: false });
  }
  if (members.length > MAX_INCREMENTS) {
    throw new DomainError("increment_limit_reached", `An authorization has at most ${MAX_INCREMENTS} increments.`, {
      details: { ...details, limit: MAX_INCREMENTS },
    });
  }
}

function notIncrementable(why: string, details: Readonly<Record<string, unknown>>): DomainError {
  return new DomainError("authorization_not_incrementable", `The authorization can't be incremented. ${why}`, {
    details,
  });
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
  const { payer, merchant } = facts;
  const decision = decideIncrement(payer, { root, amountMinor, merchant, now: caller.now });
  const overdue = mayExpire ? overdueHoldsBehind(decision, amountMinor, accountOf(payer)) : null;
  if (overdue) return overdue;
  const row = newRow(caller, { root, drawn: facts.drawn, metadata: input.metadata, amountMinor }, decision);
  const outcome = { row, transactionId: null };
  if (decision.outcome === "declined") {
    const audit = staffAuditPart(caller, incrementedBy(row), "written");
    await writeDecline(attempt.db, { row, outcome, subscribers: facts.subscribers, claim, audit });
    announce(attempt.db, `tenant:${row.tenantId}:${row.environment}`);
    return outcome;
  }
  if (!(await writeIncrement(attempt, caller, { root, outcome, payer, claim }))) return STALE;
  announce(attempt.db, `account:${row.accountId}`, `tenant:${row.tenantId}:${row.environment}`);
  return outcome;
}

/** Everything but the money is the root's. */
function newRow(
  caller: TenantCaller,
  asked: Pick<IncrementInput, "metadata"> & {
    readonly root: AuthorizationRow;
    readonly drawn: bigint;
    readonly amountMinor: bigint;
  },
  decision: Decision,
): AuthorizationRow {
  const { root, drawn, metadata, amountMinor } = asked;
  return newAuthorizationRow(
    caller,
    {
      ...root,
      drawn,
      parent: root,
      metadata,
      merchantReference: null,
      deviceHash: null,
      amountMinor,
    },
    decision,
    null,
  );
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
    readonly payer: IncrementPayer;
    readonly claim: IdempotencyClaim<AuthorizationOutcome> | null;
  },
): Promise<boolean> {
  const { root, outcome, payer, claim } = write;
  const { row } = outcome;
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH root AS (
        UPDATE authorizations SET family_amount_minor = family_amount_minor + ${row.amountMinor}::bigint,
          expires_at = greatest(expires_at, ${row.expiresAt}::timestamptz), version = version + 1
        WHERE id = ${root.id} AND version = ${root.version}
        RETURNING id
      ),
      instrument AS (${countIncrement(payer, row.amountMinor, row.createdAt, "root")}),
      ${placeHold({ accountId: row.accountId, amountMinor: row.amountMinor }, "instrument")},
      written AS (${insertRows("authorizations", [row], "account")}),
      ${recordAnswer(claim, outcome, row.createdAt, "account")}
      ${staffAuditPart(caller, incrementedBy(row), "account")}
      ${bothOrNothing("root", "account")}`,
  );
  return result?.isWritten ?? false;
}
