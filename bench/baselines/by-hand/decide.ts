import type { DeclineCode } from "@/server/contracts/decline-reasons";
import { NEW_MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { type CardState, decide } from "@/server/domain/authorizations/authorize/decide";
import { scoreRisk } from "@/server/domain/risk";
import { MerchantId } from "@/server/platform/noun-ids";

/** No rule for cards depends on the merchant's id. */
const SOME_MERCHANT = MerchantId.make(new Date(0));

/** A card as the hand-written query reads it; pg returns bigint as text. */
export interface CardRow {
  readonly card_id: string;
  readonly card_status: CardState["cardStatus"];
  readonly expires_on: string;
  readonly always_declines_with: DeclineCode | null;
  readonly per_transaction_limit_minor: string | null;
  readonly daily_amount_limit_minor: string | null;
  readonly daily_count_limit: number | null;
  readonly allowed_mccs: readonly string[];
  readonly allowed_channels: readonly string[];
  readonly allowed_modes: readonly string[];
  readonly usage_day: string;
  readonly usage_amount_minor: string;
  readonly usage_count: number;
  readonly account_currency: string;
  readonly available_minor: string;
}

export interface Habit {
  readonly recentCount: number;
  readonly approvedCount: number;
  readonly averageMinor: string;
  readonly knowsMerchant: boolean;
}

interface Facts {
  readonly now: Date;
  readonly amountMinor: bigint;
  readonly mcc: string;
  readonly merchantStatus: "active" | "suspended";
  readonly card: CardState & { readonly currency: string; readonly availableMinor: bigint };
  readonly habit: Habit;
}

export function readCard(row: CardRow, now: Date): Facts["card"] {
  const minor = (text: string | null) => (text === null ? null : BigInt(text));
  const isToday = row.usage_day >= now.toISOString().slice(0, 10);
  return {
    cardStatus: row.card_status,
    expiresOn: new Date(`${row.expires_on}T00:00:00.000Z`),
    alwaysDeclinesWith: row.always_declines_with,
    perTransactionLimitMinor: minor(row.per_transaction_limit_minor),
    dailyAmountLimitMinor: minor(row.daily_amount_limit_minor),
    dailyCountLimit: row.daily_count_limit,
    allowedMccs: row.allowed_mccs,
    allowedChannels: row.allowed_channels,
    allowedModes: row.allowed_modes,
    usageAmountMinor: isToday ? BigInt(row.usage_amount_minor) : 0n,
    usageCount: isToday ? row.usage_count : 0,
    currency: row.account_currency,
    availableMinor: BigInt(row.available_minor),
  };
}

/** Applies the product's own rules, so that every baseline decides the same. Throws on a decline. */
export function decideByHand({ now, amountMinor, mcc, merchantStatus, card, habit }: Facts) {
  const { currency, availableMinor, ...state } = card;
  const risk = scoreRisk({
    amountMinor,
    mode: null,
    avsResult: null,
    cvvResult: null,
    hasDevice: false,
    habit: { ...habit, averageMinor: BigInt(habit.averageMinor), knowsDevice: false },
  });
  const decision = decide({
    now,
    amountMinor,
    transactionMinor: amountMinor,
    currency,
    described: { ...NOTHING_DESCRIBED, mcc },
    isNewTransaction: true,
    merchant: { ...NEW_MERCHANT_SETTINGS, id: SOME_MERCHANT, mcc, status: merchantStatus },
    accountCurrency: currency,
    availableMinor,
    card: state,
    risk,
  });
  if (decision.outcome === "declined") throw new Error(`declined with ${decision.code}`);
  return { decision, risk };
}
