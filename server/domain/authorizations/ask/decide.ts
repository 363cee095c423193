import {
  applyRules,
  currencyHint,
  type Decision,
  type DeclineCode,
  FUNDS_RULE,
  type Rule,
} from "@/server/domain/declines";
import { RISK_RULE, type RiskAssessment } from "@/server/domain/risk";

/** A card as a decision sees it. Limits are minor units of its account's currency; null or empty means none. */
export interface CardState {
  readonly cardStatus: "active" | "frozen" | "closed";
  readonly expiresOn: Date;
  /** Only a test card has one, in the test environment. */
  readonly alwaysDeclinesWith: DeclineCode | null;
  readonly perTransactionLimitMinor: bigint | null;
  readonly dailyAmountLimitMinor: bigint | null;
  readonly dailyCountLimit: number | null;
  readonly allowedMccs: readonly string[];
  readonly allowedChannels: readonly string[];
  readonly allowedModes: readonly string[];
  /** Of the current UTC day. */
  readonly usageAmountMinor: bigint;
  readonly usageCount: number;
}

/** Everything a decision looks at, read in one statement. Amounts are minor units of `currency`. */
export interface DecisionFacts {
  readonly now: Date;
  readonly amountMinor: bigint;
  /** The whole transaction so far with this amount: an increment adds to what its family already has. */
  readonly transactionMinor: bigint;
  readonly currency: string;
  readonly mcc: string | null;
  readonly channel: string | null;
  readonly mode: string | null;
  /** False for an increment: it is part of a transaction that was counted already. */
  readonly isNewTransaction: boolean;
  readonly merchantStatus: "active" | "suspended";
  readonly accountCurrency: string;
  readonly availableMinor: bigint;
  readonly card: CardState;
  /** Null for an increment: its transaction was scored when it began. */
  readonly risk: RiskAssessment | null;
}

/** A missing value is not on a list: a card that names where it works works nowhere unnamed. */
function isAllowed(list: readonly string[], value: string | null): boolean {
  return list.length === 0 || (value !== null && list.includes(value));
}

/** In the order of design 6: 14, 03, 54, 62, 57, 61, 65, 51, 05. */
const RULES: readonly Rule<DecisionFacts>[] = [
  {
    name: "card is not closed",
    code: "14",
    saw: ({ card }) => ({ status: card.cardStatus }),
    passes: ({ card }) => card.cardStatus !== "closed",
  },
  {
    name: "merchant is active",
    code: "03",
    saw: ({ merchantStatus }) => ({ status: merchantStatus }),
    passes: ({ merchantStatus }) => merchantStatus === "active",
  },
  {
    name: "card has not expired",
    code: "54",
    saw: ({ card, now }) => ({ expiresOn: card.expiresOn.toISOString(), now: now.toISOString() }),
    passes: ({ card, now }) => now < card.expiresOn,
  },
  {
    name: "card is not frozen",
    code: "62",
    saw: ({ card }) => ({ status: card.cardStatus }),
    passes: ({ card }) => card.cardStatus !== "frozen",
  },
  {
    name: "currency is the account's",
    code: "57",
    saw: ({ currency, accountCurrency }) => ({ currency, accountCurrency }),
    passes: ({ currency, accountCurrency }) => currency === accountCurrency,
    hint: ({ currency, accountCurrency }) => currencyHint(currency, accountCurrency),
  },
  {
    name: "merchant category is allowed",
    code: "57",
    saw: ({ mcc, card }) => ({ mcc, allowed: card.allowedMccs }),
    passes: ({ mcc, card }) => isAllowed(card.allowedMccs, mcc),
    hint: () => ({ rule: "mcc" }),
  },
  {
    name: "channel is allowed",
    code: "57",
    saw: ({ channel, card }) => ({ channel, allowed: card.allowedChannels }),
    passes: ({ channel, card }) => isAllowed(card.allowedChannels, channel),
    hint: () => ({ rule: "channel" }),
  },
  {
    name: "mode is allowed",
    code: "57",
    saw: ({ mode, card }) => ({ mode, allowed: card.allowedModes }),
    passes: ({ mode, card }) => isAllowed(card.allowedModes, mode),
    hint: () => ({ rule: "mode" }),
  },
  {
    name: "amount is within the transaction limit",
    code: "61",
    saw: ({ transactionMinor, card }) => ({ transactionMinor, limitMinor: card.perTransactionLimitMinor }),
    passes: ({ transactionMinor, card }) =>
      card.perTransactionLimitMinor === null || transactionMinor <= card.perTransactionLimitMinor,
    hint: () => ({ limit: "transaction" }),
  },
  {
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
    name: "count is within the daily limit",
    code: "65",
    saw: ({ card, isNewTransaction }) => ({ isNewTransaction, used: card.usageCount, limit: card.dailyCountLimit }),
    passes: ({ card, isNewTransaction }) =>
      !isNewTransaction || card.dailyCountLimit === null || card.usageCount < card.dailyCountLimit,
    hint: () => ({ limit: "daily-count" }),
  },
  {
    name: FUNDS_RULE,
    code: "51",
    saw: ({ amountMinor, availableMinor }) => ({ amountMinor, availableMinor }),
    passes: ({ amountMinor, availableMinor }) => amountMinor <= availableMinor,
  },
  RISK_RULE,
];

/** Before all others, so that a test card answers the same whatever anyone did to it, its account or its merchant. */
function testCardRule(code: DeclineCode): Rule<DecisionFacts> {
  return {
    name: "test card always declines",
    code,
    saw: ({ card }) => ({ alwaysDeclinesWith: card.alwaysDeclinesWith }),
    passes: () => false,
  };
}

/** Decides about a card. Pure: the same facts give the same decision. */
export function decide(facts: DecisionFacts): Decision {
  const { alwaysDeclinesWith } = facts.card;
  return applyRules(alwaysDeclinesWith === null ? RULES : [testCardRule(alwaysDeclinesWith), ...RULES], facts);
}
