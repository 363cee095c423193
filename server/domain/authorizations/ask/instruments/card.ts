import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { countCardUses } from "@/server/domain/members";
import { dayOf } from "@/server/platform/clock";
import type { PanToken } from "@/server/platform/ids";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import type { Ask, Instrument, Payer } from "../ask";
import { type CardColumns, cardColumns, cardStateAt } from "../card-use";
import { decide } from "../decide";

export interface CardAsk extends Ask {
  readonly panToken: PanToken;
}

interface CardPayer extends CardColumns, Payer {
  /** By approvals of this batch, on the day of the last of them. */
  readonly added: { readonly day: Date; readonly amountMinor: bigint; readonly count: number };
}

interface CardRow extends CardColumns {
  readonly memberId: MemberId;
  readonly accountId: AccountId;
  readonly accountCurrency: string;
}

/** A card: its rules and the day's limits hold, and each approval counts to its day. */
export const CARD: Instrument<CardAsk, CardPayer, CardRow> = {
  kind: "card",
  nameOf: ({ panToken }) => panToken,
  lock: (db, { panToken, caller }) =>
    query(
      db,
      sql`SELECT c.id FROM cards c JOIN accounts a ON a.id = c.account_id
        WHERE c.pan_token = ${panToken} AND c.environment = ${caller.environment}::environment
        FOR NO KEY UPDATE OF c, a`,
    ),
  source: () => sql`(SELECT ${cardColumns()}, c.account_id FROM cards c
    WHERE c.pan_token = i.name AND c.environment = i.environment LIMIT 1)`,
  payerOf: (row) => ({
    id: row.cardId,
    currency: row.accountCurrency,
    added: { day: row.usageDay, amountMinor: 0n, count: 0 },
    ...row,
  }),
  decide: ({ caller }, card, asked) =>
    decide({
      now: caller.now,
      transactionMinor: asked.amountMinor,
      isNewTransaction: true,
      accountCurrency: card.currency,
      card: cardStateAt(card, caller.now),
      ...asked,
    }),
  use: (card, { caller }, { amountMinor }) => {
    const today = dayOf(caller.now);
    // A day that has begun is not taken back by a clock that is a little behind.
    const day = card.usageDay > today ? card.usageDay : today;
    const { usageAmountMinor, usageCount } = cardStateAt(card, day);
    const isSameDay = card.added.day >= day;
    return {
      ...card,
      usageDay: day,
      usageAmountMinor: usageAmountMinor + amountMinor,
      usageCount: usageCount + 1,
      added: {
        day,
        amountMinor: amountMinor + (isSameDay ? card.added.amountMinor : 0n),
        count: 1 + (isSameDay ? card.added.count : 0),
      },
    };
  },
  afterDecline: (card) => card,
  write: (changes, guard) =>
    countCardUses(
      changes.map(({ before, after }) => ({
        cardId: after.cardId,
        rulesVersion: before.rulesVersion,
        ...after.added,
      })),
      guard,
    ),
  columns: ({ cardId }) => ({ cardId }),
  missing: () => null,
};
