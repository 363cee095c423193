import type { DeclineCode } from "./decline-reasons";

/** A card as a decision sees it. Limits are minor units of its account's currency; null or empty means none. */
export interface CardState {
  readonly cardStatus: "active" | "frozen" | "closed";
  readonly expiresOn: Date;
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
}

interface Rule {
  readonly name: string;
  readonly code: DeclineCode;
  /** What the rule looked at, for the stored trace. */
  saw(facts: DecisionFacts): Record<string, unknown>;
  passes(facts: DecisionFacts): boolean;
  /** What the caller may know: never a balance, never a limit's value. */
  readonly hint?: Readonly<Record<string, unknown>>;
}

/** A missing value is not on a list: a card that names where it works works nowhere unnamed. */
function isAllowed(list: readonly string[], value: string | null): boolean {
  return list.length === 0 || (value !== null && list.includes(value));
}

/** In the order of design 6: 14, 03, 54, 62, 57, 61, 65, 51. */
const RULES: readonly Rule[] = [
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
    hint: { rule: "currency" },
  },
  {
    name: "merchant category is allowed",
    code: "57",
    saw: ({ mcc, card }) => ({ mcc, allowed: card.allowedMccs }),
    passes: ({ mcc, card }) => isAllowed(card.allowedMccs, mcc),
    hint: { rule: "mcc" },
  },
  {
    name: "channel is allowed",
    code: "57",
    saw: ({ channel, card }) => ({ channel, allowed: card.allowedChannels }),
    passes: ({ channel, card }) => isAllowed(card.allowedChannels, channel),
    hint: { rule: "channel" },
  },
  {
    name: "mode is allowed",
    code: "57",
    saw: ({ mode, card }) => ({ mode, allowed: card.allowedModes }),
    passes: ({ mode, card }) => isAllowed(card.allowedModes, mode),
    hint: { rule: "mode" },
  },
  {
    name: "amount is within the transaction limit",
    code: "61",
    saw: ({ transactionMinor, card }) => ({ transactionMinor, limitMinor: card.perTransactionLimitMinor }),
    passes: ({ transactionMinor, card }) =>
      card.perTransactionLimitMinor === null || transactionMinor <= card.perTransactionLimitMinor,
    hint: { limit: "transaction" },
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
    hint: { limit: "daily-amount" },
  },
  {
    name: "count is within the daily limit",
    code: "65",
    saw: ({ card, isNewTransaction }) => ({ isNewTransaction, used: card.usageCount, limit: card.dailyCountLimit }),
    passes: ({ card, isNewTransaction }) =>
      !isNewTransaction || card.dailyCountLimit === null || card.usageCount < card.dailyCountLimit,
    hint: { limit: "daily-count" },
  },
  {
    name: "funds are available",
    code: "51",
    saw: ({ amountMinor, availableMinor }) => ({ amountMinor, availableMinor }),
    passes: ({ amountMinor, availableMinor }) => amountMinor <= availableMinor,
  },
];

/** One rule as it was looked at. bigint is written as text. */
interface RuleTrace {
  readonly rule: string;
  readonly code: DeclineCode;
  readonly passed: boolean;
  readonly saw: Readonly<Record<string, unknown>>;
}

export type Decision =
  | { readonly outcome: "approved"; readonly trace: readonly RuleTrace[] }
  | {
      readonly outcome: "declined";
      readonly code: DeclineCode;
      /** Safe for the caller. */
      readonly hint: Readonly<Record<string, unknown>>;
      readonly trace: readonly RuleTrace[];
    };

function traceOf(rule: Rule, facts: DecisionFacts, passed: boolean): RuleTrace {
  const saw = Object.entries(rule.saw(facts)).map(([name, value]) => [
    name,
    typeof value === "bigint" ? value.toString() : value,
  ]);
  return { rule: rule.name, code: rule.code, passed, saw: Object.fromEntries(saw) };
}

/** Approves, or declines by the first rule that does not pass. Pure: the same facts give the same decision. */
export function decide(facts: DecisionFacts): Decision {
  const trace: RuleTrace[] = [];
  for (const rule of RULES) {
    const passed = rule.passes(facts);
    trace.push(traceOf(rule, facts, passed));
    if (!passed) return { outcome: "declined", code: rule.code, hint: rule.hint ?? {}, trace };
  }
  return { outcome: "approved", trace };
}

export function lacksFunds(decision: Decision): boolean {
  return decision.outcome === "declined" && decision.code === "51";
}
