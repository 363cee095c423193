import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { Decision } from "@/server/domain/declines";
import { countCardUses, dailyAmountLimit, dailyCountLimit } from "@/server/domain/members";
import { dayOf } from "@/server/platform/clock";
import type { AccountId, CardId, MemberId } from "@/server/platform/noun-ids";
import { withinAllowance } from "../rescue/allowance";
import { type CardState, decide } from "./decide";
import type { DecisionInput, Instrument, Payer, PayerChange, PaymentRequest, WritePart } from "./payment-request";

/** `usage*` columns count for `usageDay`. */
export interface CardColumns extends CardState {
  readonly cardId: CardId;
  /** The issuer's own rules: a member may let a payment through their own, not through these. */
  readonly issuerStatus: CardState["cardStatus"];
  readonly issuerPerTransactionLimitMinor: bigint | null;
  readonly issuerDailyAmountLimitMinor: bigint | null;
  readonly issuerDailyCountLimit: number | null;
  readonly rulesVersion: number;
  readonly usageDay: Date;
}

/** Columns of CardColumns, from `cards c`. Either freeze applies, and the lower limit (least() skips NULL). */
export function cardColumns(): Sql {
  return sql`c.id AS card_id, c.member_id, c.expires_on, c.always_declines_with,
    CASE WHEN c.status = 'active' AND c.member_frozen_at IS NOT NULL THEN 'frozen' ELSE c.status END AS card_status,
    least(c.per_transaction_limit_minor, c.member_per_transaction_limit_minor) AS per_transaction_limit_minor,
    ${dailyAmountLimit(sql`c`)} AS daily_amount_limit_minor, ${dailyCountLimit(sql`c`)} AS daily_count_limit,
    c.status AS issuer_status, c.per_transaction_limit_minor AS issuer_per_transaction_limit_minor,
    c.daily_amount_limit_minor AS issuer_daily_amount_limit_minor, c.daily_count_limit AS issuer_daily_count_limit,
    c.allowed_mccs, c.allowed_channels, c.allowed_modes,
    c.rules_version, c.usage_day, c.usage_amount_minor, c.usage_count`;
}

function withoutMemberRules<Card extends CardColumns>(card: Card): Card {
  return {
    ...card,
    cardStatus: card.issuerStatus,
    perTransactionLimitMinor: card.issuerPerTransactionLimitMinor,
    dailyAmountLimitMinor: card.issuerDailyAmountLimitMinor,
    dailyCountLimit: card.issuerDailyCountLimit,
  };
}

function cardStateAt(card: CardColumns, now: Date): CardState {
  const isToday = card.usageDay >= dayOf(now);
  return isToday ? card : { ...card, usageAmountMinor: 0n, usageCount: 0 };
}

export interface CardRequest extends PaymentRequest {
  /** Hashes the token may be stored under, one per server key. */
  readonly panTokenHashes: readonly string[];
}

export interface CardPayer extends CardColumns, Payer {
  /** Used by approvals of this batch, on the day of the latest one. */
  readonly added: {
    readonly day: Date;
    readonly amountMinor: bigint;
    readonly count: number;
    /** Totals as of the last approval that was checked against the member's own limits; null if none was. */
    readonly ruledAmountMinor: bigint | null;
    readonly ruledCount: number | null;
  };
}

interface CardRow extends CardColumns {
  readonly memberId: MemberId;
  readonly accountId: AccountId;
  readonly accountCurrency: string;
}

export function decideUse(card: CardPayer, input: DecisionInput, now: Date): Decision {
  return decide({ now, accountCurrency: card.currency, card: cardStateAt(card, now), ...input });
}

export function nothingAdded(day: Date): CardPayer["added"] {
  return { day, amountMinor: 0n, count: 0, ruledAmountMinor: null, ruledCount: null };
}

export function wasUsedBefore({ added }: CardPayer, now: Date): boolean {
  return (added.amountMinor > 0n || added.count > 0) && added.day < dayOf(now);
}

/** `count` is 0 for an increment, counted when its transaction began. `isRuled`: the member's own limits were checked. */
export function cardUsed(
  card: CardPayer,
  now: Date,
  use: { readonly amountMinor: bigint; readonly count: number; readonly isRuled: boolean },
): CardPayer {
  const today = dayOf(now);
  // A clock that is slightly behind never moves usage back to the previous day.
  const day = card.usageDay > today ? card.usageDay : today;
  const { usageAmountMinor, usageCount } = cardStateAt(card, day);
  // `added` of an earlier day is empty; otherwise `wasUsedBefore` would have moved the request to the next batch.
  const before = card.added.day >= day ? card.added : nothingAdded(day);
  const amountMinor = before.amountMinor + use.amountMinor;
  const count = before.count + use.count;
  return {
    ...card,
    usageDay: day,
    usageAmountMinor: usageAmountMinor + use.amountMinor,
    usageCount: usageCount + use.count,
    added: {
      day,
      amountMinor,
      count,
      ruledAmountMinor: use.isRuled ? amountMinor : before.ruledAmountMinor,
      ruledCount: use.isRuled ? count : before.ruledCount,
    },
  };
}

export function writeCardUses(changes: readonly PayerChange<CardPayer>[]): readonly WritePart[] {
  const uses = changes.map(({ before, after }) => ({
    cardId: after.cardId,
    rulesVersion: before.rulesVersion,
    ...after.added,
  }));
  return [{ name: "cards", rows: uses.length, part: (guard) => countCardUses(uses, guard) }];
}

export const CARD: Instrument<CardRequest, CardPayer, CardRow> = {
  kind: "card",
  parent: null,
  // Tokens contain no line feed.
  nameOf: ({ panTokenHashes }) => panTokenHashes.join("\n"),
  lock: (db, { panTokenHashes, caller }) =>
    query(
      db,
      sql`SELECT account_id FROM cards
        WHERE pan_token_hash = ANY(${panTokenHashes}) AND environment = ${caller.environment}::environment
        FOR NO KEY UPDATE`,
    ),
  source: () => sql`(SELECT ${cardColumns()}, c.account_id FROM cards c
    WHERE c.pan_token_hash = ANY(string_to_array(i.name, E'\\n')) AND c.environment = i.environment LIMIT 1)`,
  payerOf: (row) => ({
    id: row.cardId,
    currency: row.accountCurrency,
    added: nothingAdded(row.usageDay),
    ...row,
  }),
  rescue: { payerId: sql`p.card_id`, rulesVersion: ({ rulesVersion }) => rulesVersion },
  isOfEarlierDay: (card, { caller }) => wasUsedBefore(card, caller.now),
  decide: ({ caller }, card, input) =>
    withinAllowance(decideUse(input.allowance ? withoutMemberRules(card) : card, input, caller.now), input),
  use: (card, { caller }, { amountMinor, allowance }) =>
    cardUsed(card, caller.now, { amountMinor, count: 1, isRuled: allowance === null }),
  afterDecline: (card) => card,
  write: writeCardUses,
  columns: ({ cardId }) => ({ cardId }),
  missing: () => null,
};
