import {
  applyRules,
  currencyHint,
  type Decision,
  type DeclineCode,
  type Described,
  FUNDS_RULE,
  MERCHANT_RULES,
  type PaymentFacts,
  type Rule,
} from "@/server/domain/declines";
import { RISK_RULE, type RiskAssessment } from "@/server/domain/risk";

/** A card as a decision sees it. Limits are minor units of its account's currency; null or empty means none. */
export interface CardState {
  readonly cardStatus: "active" | "frozen" | "closed";
  readonly expiresOn: Date;
  readonly alwaysDeclinesWith: DeclineCode | null;
  readonly perTransactionLimitMinor: bigint | null;
  readonly dailyAmountLimitMinor: bigint | null;
  readonly dailyCountLimit: number | null;
  readonly allowedMccs: readonly string[];
  readonly allowedChannels: readonly string[];
  readonly allowedModes: readonly string[];
  /** Usage of the current UTC day. */
  readonly usageAmountMinor: bigint;
  readonly usageCount: number;
}

/** Everything a decision looks at, read in one query. Amounts are minor units of `currency`. */
export interface DecisionFacts extends PaymentFacts {
  readonly now: Date;
  readonly amountMinor: bigint;
  /** Total of the transaction including this amount; for an increment, of its whole family. */
  readonly transactionMinor: bigint;
  readonly currency: string;
  readonly described: Described;
  /** False for an increment, whose transaction was already counted. */
  readonly isNewTransaction: boolean;
  readonly accountCurrency: string;
  readonly availableMinor: bigint;
  readonly card: CardState;
  /** Null for an increment: its transaction was scored when it began. */
  readonly risk: RiskAssessment | null;
}

/** A missing value never matches: a restricted card is declined if the request doesn't say. */
function isAllowed(list: readonly string[], value: string | null): boolean {
  return list.length === 0 || (value !== null && list.includes(value));
}

/** In the order of design 6: 14, 03, 54, 62, 57, 61, 65, 51, 05. */
export const CARD_RULES: readonly Rule<DecisionFacts>[] = [
  {
    id: "card-open",
    name: "card is not closed",
    code: "14",
    saw: ({ card }) => ({ status: card.cardStatus }),
    passes: ({ card }) => card.cardStatus !== "closed",
  },
  ...MERCHANT_RULES,
  {
    id: "card-in-date",
    name: "card has not expired",
    code: "54",
    saw: ({ card, now }) => ({ expiresOn: card.expiresOn.toISOString(), now: now.toISOString() }),
    passes: ({ card, now }) => now < card.expiresOn,
  },
  {
    id: "card-not-frozen",
    name: "card is not frozen",
    code: "62",
    saw: ({ card }) => ({ status: card.cardStatus }),
    passes: ({ card }) => card.cardStatus !== "frozen",
  },
  {
    id: "account-currency",
    name: "currency is the account’s",
    code: "57",
    saw: ({ currency, accountCurrency }) => ({ currency, accountCurrency }),
    passes: ({ currency, accountCurrency }) => currency === accountCurrency,
    hint: ({ currency, accountCurrency }) => currencyHint(currency, accountCurrency),
  },
  {
    id: "merchant-category",
    name: "merchant category is allowed",
    code: "57",
    saw: ({ described: { mcc }, card }) => ({ mcc, allowed: card.allowedMccs }),
    passes: ({ described: { mcc }, card }) => isAllowed(card.allowedMccs, mcc),
    hint: () => ({ rule: "mcc" }),
  },
  {
    id: "channel",
    name: "channel is allowed",
    code: "57",
    saw: ({ described: { channel }, card }) => ({ channel, allowed: card.allowedChannels }),
    passes: ({ described: { channel }, card }) => isAllowed(card.allowedChannels, channel),
    hint: () => ({ rule: "channel" }),
  },
  {
    id: "entry-mode",
    name: "mode is allowed",
    code: "57",
    saw: ({ described: { mode }, card }) => ({ mode, allowed: card.allowedModes }),
    passes: ({ described: { mode }, card }) => isAllowed(card.allowedModes, mode),
    hint: () => ({ rule: "mode" }),
  },
  {
    id: "transaction-limit",
    name: "amount is within the transaction limit",
    code: "61",
    saw: ({ transactionMinor, card }) => ({ transactionMinor, limitMinor: card.perTransactionLimitMinor }),
    passes: ({ transactionMinor, card }) =>
      card.perTransactionLimitMinor === null || transactionMinor <= card.perTransactionLimitMinor,
    hint: () => ({ limit: "transaction" }),
  },
  {
    id: "daily-amount",
    name: "amount is within the daily limit",
    code: "61",
    saw: ({ amountMinor, card }) => ({
      amountMinor,
      usedMinor: card.usageAmountMinor,
      limitMinor: card.dailyAmountLimitMinor,
    }),
    passes: ({ amountMinor, card }) =>
      card.dailyAmountLimitMinor === null || card.usageAmountMinor + amountMinor <= card.dailyAmountLimitMinor,
    hint: () => ({ limit: "daily-amount" }),
  },
  {
    id: "daily-count",
    name: "count is within the daily limit",
    code: "65",
    saw: ({ card, isNewTransaction }) => ({ isNewTransaction, used: card.usageCount, limit: card.dailyCountLimit }),
    passes: ({ card, isNewTransaction }) =>
      !isNewTransaction || card.dailyCountLimit === null || card.usageCount < card.dailyCountLimit,
    hint: () => ({ limit: "daily-count" }),
  },
  FUNDS_RULE,
  RISK_RULE,
];

/** Runs first, so that a test card always gives the same answer, whatever the state of its account or merchant. */
export const TEST_CARD_RULE = { id: "test-card", name: "test card always declines" } as const;

function testCardRule(code: DeclineCode): Rule<DecisionFacts> {
  return {
    ...TEST_CARD_RULE,
    code,
    saw: ({ card }) => ({ alwaysDeclinesWith: card.alwaysDeclinesWith }),
    passes: () => false,
  };
}

/** Decides about a card. Pure: the same facts give the same decision. */
export function decide(facts: DecisionFacts): Decision {
  const { alwaysDeclinesWith } = facts.card;
  return applyRules(
    alwaysDeclinesWith === null ? CARD_RULES : [testCardRule(alwaysDeclinesWith), ...CARD_RULES],
    facts,
  );
}
