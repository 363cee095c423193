import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { decideCodeIncrement, type IncrementedCode, lockUnrevoked } from "@/server/domain/payment-codes";
import type { RecordId } from "@/server/platform/ids";
import { type DecimalAmount, formatAmount } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";
import type { Annotations, AuthorizationOutcome, AuthorizationRow } from "../authorization";
import { stateDetails } from "../current-status";
import { authorizationAmbiguous, authorizationNotFound, mayMeanEarlier, requireReference } from "../family";
import { isOfFamily, lockRootOf, selectNamed } from "../read-family";
import { withinAllowance } from "../rescue/allowance";
import { isAllowed } from "../statuses";
import {
  type CardColumns,
  type CardPayer,
  cardColumns,
  cardUsed,
  decideUse,
  nothingAdded,
  wasUsedBefore,
  writeCardUses,
} from "./card";
import { paymentQueue } from "./payment-queue";
import type { Instrument, Parent, Payer, PayerChange, PaymentRequest } from "./payment-request";

export const MAX_INCREMENTS = 50;

interface IncrementInput extends Annotations {
  readonly id: string;
  readonly amount: DecimalAmount;
}

/**
 * Adds to a hold by a child authorization (contract 2.5, design 6), paid by the card or code that paid for the hold. The family
 * shares one expiry, which an approved increment extends. A refused one is recorded and leaves the hold as it was.
 *
 * Accounts: member (held up). Invariant: the root's version guards the family, and with it a code's maximum; the account's own
 * columns guard the funds. A retry with the same claim changes nothing.
 * Throws `tenant_suspended`, `authorization_not_found`, `authorization_ambiguous`, `authorization_not_incrementable`,
 * `increment_limit_reached`, `validation_error` on too many decimals.
 */
export async function incrementAuthorization(
  caller: AcquirerCaller,
  { id, amount, merchantReference = null, metadata = null }: IncrementInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requirePermission(caller, "move_money");
  requireActiveTenant(caller);
  requireReference(id);
  const request = {
    caller,
    id,
    merchantId: caller.kind === "merchant" ? caller.merchantId : null,
    amount,
    currency: null,
    isSale: false,
    described: { deviceHash: null, ...NOTHING_DESCRIBED, merchantReference, metadata },
    claim,
  };
  const outcome = await payIncrement(request);
  if ("unknownPayerAt" in outcome) throw new Error("an authorization that is not there was not refused");
  return outcome;
}

interface IncrementRequest extends PaymentRequest {
  readonly id: string;
}

interface CodePayer extends Payer, IncrementedCode {}

/** Null for an agreement, which is charged at once and has no hold to add to. */
interface IncrementPayer extends Payer {
  readonly paidWith: { readonly card: CardPayer } | { readonly code: CodePayer } | null;
}

interface IncrementRow extends AuthorizationRow, Omit<CardColumns, "cardId">, IncrementedCode {
  readonly earlierUntil: Date | null;
  readonly rootExpiresAt: Date | null;
  readonly familyMembers: number;
  readonly payingMemberId: MemberId;
  readonly rescueId: RecordId | null;
  readonly allowedMinor: bigint | null;
}

/** The family's rules apply on top of those of the card or code that paid. */
const INCREMENT: Instrument<IncrementRequest, IncrementPayer, IncrementRow> = {
  kind: "increment",
  parent: {
    of: (row) => ({
      target: row,
      isShared: mayMeanEarlier(row, row.earlierUntil, { refunds: false }),
      root: row.outcome === "declined" ? row : { id: row.rootId, expiresAt: row.rootExpiresAt },
      members: row.familyMembers,
      allowance: row.allowedMinor === null ? null : { rescueId: row.rescueId, amountMinor: row.allowedMinor },
    }),
    requireOpen: requireIncrementable,
    audited: ({ rootId, id, amountMinor, currency, outcome }) => ({
      action: "authorization.incremented",
      subject: { kind: "authorization", id: rootId },
      details: { amount: formatAmount(amountMinor, currency), currency, outcome, increment: id },
    }),
  },
  nameOf: ({ id }) => id,
  lock: async (db, { caller, id }) => {
    const root = await lockRootOf(db, caller, id);
    if (!root) return [];
    await query(db, sql`SELECT id FROM cards WHERE id = ${root.cardId} FOR NO KEY UPDATE`);
    await query(db, sql`SELECT id FROM payment_codes WHERE id = ${root.paymentCodeId} FOR NO KEY UPDATE`);
    return [root];
  },
  source: () => sql`(SELECT t.*, r.expires_at AS root_expires_at,
      (SELECT count(*)::int FROM authorizations f WHERE ${isOfFamily(sql`f`, sql`t.root_id`)} AND f.outcome = 'approved')
        AS family_members,
      (SELECT member_id FROM accounts WHERE id = t.account_id) AS paying_member_id,
      ${cardColumns()}, w.id AS rescue_id, w.amount_minor AS allowed_minor, q.max_amount_minor, q.revoked_at IS NOT NULL AS is_revoked
    FROM ${selectNamed(sql`x.*`, sql`(i.merchant IS NULL OR x.merchant_id = i.merchant)`)} t
    JOIN authorizations r ON r.id = t.root_id
    LEFT JOIN rescues w ON w.used_by_id = t.root_id
    LEFT JOIN cards c ON c.id = t.card_id
    LEFT JOIN payment_codes q ON q.id = t.payment_code_id LIMIT 1)`,
  payerOf: (row) => {
    const { id, accountId, currency, cardId, paymentCodeId, payingMemberId: memberId } = row;
    const common = { accountId, currency, memberId };
    if (cardId !== null) {
      const added = nothingAdded(row.usageDay);
      return { id: cardId, paidWith: { card: { ...row, ...common, id: cardId, cardId, added } }, ...common };
    }
    if (paymentCodeId === null) return { id, paidWith: null, ...common };
    const { maxAmountMinor, isRevoked } = row;
    const code = { id: paymentCodeId, maxAmountMinor, isRevoked, ...common };
    return { id: paymentCodeId, paidWith: { code }, ...common };
  },
  // A rescue is for one payment, so an increment can neither use one up nor go beyond the one that its family used.
  rescue: null,
  isOfEarlierDay: ({ paidWith }, { caller }) =>
    paidWith !== null && "card" in paidWith && wasUsedBefore(paidWith.card, caller.now),
  decide: ({ caller }, { paidWith }, input) => {
    if (paidWith === null) throw new Error("an agreement’s charge is captured at once and has no hold to add to");
    if ("card" in paidWith) return withinAllowance(decideUse(paidWith.card, input, caller.now), input);
    return withinAllowance(decideCodeIncrement({ code: paidWith.code, ...input }), input);
  },
  use: (payer, { caller }, { amountMinor }) => {
    const { paidWith } = payer;
    if (paidWith === null || "code" in paidWith) return { ...payer };
    return {
      ...payer,
      paidWith: { card: cardUsed(paidWith.card, caller.now, { amountMinor, count: 0, isRuled: true }) },
    };
  },
  afterDecline: (payer) => payer,
  write: (changes) => {
    const codes = changes.flatMap(({ after }) => (after.paidWith && "code" in after.paidWith ? [after.id] : []));
    return [
      ...writeCardUses(changes.flatMap(cardChangeOf)),
      { name: "codes", rows: codes.length, part: (guard) => lockUnrevoked(codes, guard) },
    ];
  },
  columns: ({ id, paidWith }) => {
    if (paidWith === null) return {};
    return "card" in paidWith ? { cardId: paidWith.card.cardId } : { paymentCodeId: id };
  },
  missing: authorizationNotFound,
};

function cardChangeOf({ before, after }: PayerChange<IncrementPayer>): PayerChange<CardPayer>[] {
  if (before.paidWith === null || after.paidWith === null) return [];
  if (!("card" in before.paidWith && "card" in after.paidWith)) return [];
  return [{ before: before.paidWith.card, after: after.paidWith.card }];
}

/** Throws `authorization_ambiguous`, `authorization_not_incrementable`, `increment_limit_reached`. */
function requireIncrementable(parent: Parent, now: Date): void {
  const { target, members, isShared } = parent;
  if (isShared) throw authorizationAmbiguous();
  const details = stateDetails(parent, now, "increment");
  const { parentId } = target;
  if (parentId !== null) {
    // No status would allow it, so none is listed.
    const refused = { ...details, allowed: [], isIncrement: true, parentAuthorization: parentId };
    throw notIncrementable("It is itself an increment: increment the one it belongs to.", refused);
  }
  if (!isAllowed(details.status, "increment")) {
    throw notIncrementable(`Its status is ${details.status}.`, { ...details, isIncrement: false });
  }
  if (members > MAX_INCREMENTS) {
    throw new DomainError("increment_limit_reached", `An authorization has at most ${MAX_INCREMENTS} increments.`, {
      details: { ...details, limit: MAX_INCREMENTS },
    });
  }
}

function notIncrementable(why: string, details: Readonly<Record<string, unknown>>): DomainError {
  return new DomainError("authorization_not_incrementable", `The authorization can’t be incremented. ${why}`, {
    details,
  });
}

const payIncrement = paymentQueue(INCREMENT);
