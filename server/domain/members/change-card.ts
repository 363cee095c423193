import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type Currency, type DecimalAmount, formatAmount } from "@/server/platform/money";
import { type Audited, auditPart } from "../audit";
import type { MemberCaller } from "../caller";
import { DomainError } from "../errors";
import { requireMinor } from "../require-minor";
import { isSharedMember } from "../users";
import { findSubscribers, recordEvent } from "../webhooks";
import { cardEvent } from "./card-events";
import { readCard } from "./list-cards";
import { type CardRow, type MemberCard, requireOpen, toMemberCard } from "./member-card";

interface CardChange {
  /** Assignments to columns of `cards`. */
  readonly set: Sql;
  readonly changed: Partial<CardRow>;
  readonly action: string;
  readonly details?: Audited["details"];
}

/**
 * One change of the member's own rules of a card. Moves `rulesVersion` on, so that an authorization decided before it
 * and not yet written is decided again, and so that of two changes at a time the later one is decided on what the
 * earlier one left. `plan` answers null where nothing is to do.
 * Throws `card_not_found`; `not_permitted` for the sandbox's members, whose cards stay as they are documented (design 7).
 */
async function changeCard(
  caller: MemberCaller,
  input: { readonly id: string },
  plan: (card: CardRow) => CardChange | null,
): Promise<MemberCard> {
  const isShared = await isSharedMember(caller);
  return runGuarded(async (attempt) => {
    const card = await readCard(caller, input, attempt);
    if (isShared) {
      throw new DomainError("not_permitted", "This test card is shared and stays as documented.");
    }
    const change = plan(card);
    if (change === null) return toMemberCard(card, caller.now);
    const { set, changed, action, details = {} } = change;
    const audited = { action, subject: { kind: "card", id: card.id }, details };
    const published = await publishedBy(attempt, caller, card, action);
    const [result] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH card AS (
          UPDATE cards SET ${set}, rules_version = rules_version + 1
          WHERE id = ${card.id} AND rules_version = ${card.rulesVersion}
          RETURNING id
        ),
        ${auditPart(caller, audited, "card")}${published}
        SELECT EXISTS (SELECT 1 FROM card) AS is_written`,
    );
    if (!result?.isWritten) return STALE;
    announce(attempt.db, `member:${caller.memberId}`);
    return toMemberCard({ ...card, ...changed }, caller.now);
  });
}

/** The CTE of the event, and the comma before it; nothing where the card's limits changed alone. */
async function publishedBy(
  { db }: Attempt,
  { tenantId, memberId, environment, now: at }: MemberCaller,
  { id }: CardRow,
  action: string,
): Promise<Sql> {
  if (action !== "card.frozen" && action !== "card.unfrozen") return sql``;
  const [card] = await query<{ last4: string }>(db, sql`SELECT last4 FROM cards WHERE id = ${id}`);
  const event = cardEvent(
    action,
    { id, last4: card?.last4 ?? "", tenantId, memberId, environment },
    { by: "member", at },
  );
  return sql`, ${recordEvent(event, await findSubscribers(event, [action], db), "card")}`;
}

/**
 * From now on every payment with the card is declined (62). Codes and agreements draw on the account and go on. What is
 * held stays held. Freezing again is no error. Throws `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function freezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (card.memberFrozenAt) return null;
    return {
      set: sql`member_frozen_at = ${caller.now}`,
      changed: { memberFrozenAt: caller.now },
      action: "card.frozen",
    };
  });
}

/**
 * Takes the member's own freeze back; the issuer's stays. Unfreezing what is not frozen is no error. Throws
 * `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function unfreezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (!card.memberFrozenAt) {
      if (card.status !== "frozen") return null;
      throw new DomainError("not_permitted", "The issuer froze this card, so only the issuer can unfreeze it.");
    }
    return { set: sql`member_frozen_at = NULL`, changed: { memberFrozenAt: null }, action: "card.unfrozen" };
  });
}

/** In the card's currency; null: none. */
interface CardLimits {
  readonly perTransaction: DecimalAmount | null;
  readonly dailyAmount: DecimalAmount | null;
  readonly dailyCount: number | null;
}

type Limits = Pick<CardRow, "memberPerTransactionLimitMinor" | "memberDailyAmountLimitMinor" | "memberDailyCountLimit">;

/**
 * Sets all of the member's limits of a card, or clears them. They stand beside the issuer's, and the lower one counts:
 * none of them lets more through than the issuer does. Counts from the next payment on; what today has used is used.
 * Throws `card_not_found`, `card_closed`, `not_permitted`, `validation_error`.
 */
export async function changeCardLimits(
  caller: MemberCaller,
  input: { readonly id: string } & CardLimits,
): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    const minor = (field: "perTransaction" | "dailyAmount") => {
      const amount = input[field];
      return amount === null ? null : requireMinor(amount, card.currency, field);
    };
    const next: Limits = {
      memberPerTransactionLimitMinor: minor("perTransaction"),
      memberDailyAmountLimitMinor: minor("dailyAmount"),
      memberDailyCountLimit: input.dailyCount,
    };
    if (Object.entries(next).every(([field, value]) => card[field as keyof Limits] === value)) return null;
    return {
      set: sql`member_per_transaction_limit_minor = ${next.memberPerTransactionLimitMinor},
        member_daily_amount_limit_minor = ${next.memberDailyAmountLimitMinor},
        member_daily_count_limit = ${next.memberDailyCountLimit}`,
      changed: next,
      action: "card.limits_changed",
      details: { ...say("from", card, card.currency), ...say("to", next, card.currency) },
    };
  });
}

function say(when: "from" | "to", limits: Limits, currency: Currency) {
  const amount = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency));
  return {
    [`${when}PerTransaction`]: amount(limits.memberPerTransactionLimitMinor),
    [`${when}DailyAmount`]: amount(limits.memberDailyAmountLimitMinor),
    [`${when}DailyCount`]: limits.memberDailyCountLimit,
  };
}
