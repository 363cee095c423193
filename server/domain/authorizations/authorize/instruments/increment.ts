import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import { decideCodeIncrement, type IncrementedCode, keepUnrevoked } from "@/server/domain/payment-codes";
import type { RecordId } from "@/server/platform/ids";
import { formatAmount } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../../authorization";
import { authorizationNotFound, mayMeanEarlier } from "../../family";
import { isOfFamily, lockRootOf, selectNamed } from "../../read-family";
import { withinAllowance } from "../../rescue/allowance";
import { type CardColumns, cardColumns } from "../card-use";
import { requireIncrementable } from "../parent";
import type { Instrument, Payer, PayerChange, PaymentRequest } from "../payment-request";
import { type CardPayer, cardUsed, decideUse, nothingAdded, wasUsedBefore, writeCardUses } from "./card";

export interface IncrementRequest extends PaymentRequest {
  readonly caller: TenantCaller;
  /** 7-digit authorizationId or record id. */
  readonly id: string;
}

interface CodePayer extends Payer, IncrementedCode {}

/** Whatever paid for the first authorization pays for what is added. Null: an agreement, which is charged at once. */
interface IncrementPayer extends Payer {
  readonly paidWith: { readonly card: CardPayer } | { readonly code: CodePayer } | null;
}

interface IncrementRow extends AuthorizationRow, Omit<CardColumns, "cardId">, IncrementedCode {
  readonly earlierUntil: Date | null;
  readonly rootExpiresAt: Date | null;
  readonly familyMembers: number;
  readonly payingMemberId: MemberId;
  /** What the member allowed once, where that is how the family began. */
  readonly rescueId: RecordId | null;
  readonly allowedMinor: bigint | null;
}

/** What adds to a hold: an authorization's family holds beside the rules of the card or code that paid. */
export const INCREMENT: Instrument<IncrementRequest, IncrementPayer, IncrementRow> = {
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
    await query(
      db,
      sql`SELECT c.id FROM cards c JOIN accounts a ON a.id = c.account_id WHERE c.id = ${root?.cardId ?? null}
        FOR NO KEY UPDATE OF c, a`,
    );
    await query(
      db,
      sql`SELECT p.id FROM payment_codes p JOIN accounts a ON a.id = p.account_id
        WHERE p.id = ${root?.paymentCodeId ?? null} FOR NO KEY UPDATE OF p, a`,
    );
  },
  source: () => sql`(SELECT t.*, r.expires_at AS root_expires_at,
      (SELECT count(*)::int FROM authorizations f WHERE ${isOfFamily(sql`f`, sql`t.root_id`)} AND f.outcome = 'approved')
        AS family_members,
      (SELECT member_id FROM accounts WHERE id = t.account_id) AS paying_member_id,
      ${cardColumns()}, w.id AS rescue_id, w.amount_minor AS allowed_minor, q.max_amount_minor, q.revoked_at IS NOT NULL AS is_revoked
    FROM ${selectNamed(sql`x.*`, sql`true`)} t
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
  // The member allowed one payment of so much: nothing is let through, and nothing added beyond that.
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
    // The transaction was counted when it began.
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
      { name: "codes", rows: codes.length, part: (guard) => keepUnrevoked(codes, guard) },
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
