import { type DeclineCode, isDeclineCode } from "@/server/domain/declines";
import { formatAmount } from "@/server/platform/money";

/** Why a payment was refused, and what helps, for the member whose money it is. Merchants are told less. */
interface DeclineWords {
  readonly title: string;
  readonly why: string;
  readonly help: string;
}

const WORDS: Readonly<Record<DeclineCode, DeclineWords>> = {
  "14": {
    title: "Card or code not known",
    why: "The card or code is closed, or was never ours.",
    help: "Pay with another card, or make a new code.",
  },
  "03": {
    title: "Merchant can’t take payments",
    why: "The merchant may not take payments at the moment.",
    help: "Nothing is wrong on your side. Ask the merchant.",
  },
  "54": {
    title: "Expired",
    why: "The card or code was past its time.",
    help: "Make a new code, or pay with a card that is still valid.",
  },
  "62": {
    title: "Restricted",
    why: "The card is frozen, or the code was revoked or is for another merchant.",
    help: "Pay another way, or make a new code.",
  },
  "55": {
    title: "Wrong PIN",
    why: "The PIN that was entered with the code is not the code’s.",
    help: "Try again with the right PIN. Too many wrong ones lock the code.",
  },
  "75": {
    title: "Code locked",
    why: "Too many wrong PINs were tried, so the code was locked.",
    help: "Make a new code. If it wasn’t you who tried, nothing was taken.",
  },
  "57": {
    title: "Not allowed",
    why: "The card, code or agreement doesn’t allow this kind of payment or this currency.",
    help: "Pay another way, or from an account in the merchant’s currency.",
  },
  "61": {
    title: "Over the limit",
    why: "The amount is over a limit of the card, code or agreement.",
    help: "Make a code with a higher cap, or ask the merchant for a smaller amount.",
  },
  "65": {
    title: "Used as often as it may be",
    why: "The card, code or agreement has been used as often as it may be for now.",
    help: "Make a new code, or wait until the next use is due.",
  },
  "51": {
    title: "Not enough money",
    why: "The account did not have enough available money.",
    help: "Put money on the account, or wait until a hold is released.",
  },
  "05": {
    title: "Declined for safety",
    why: "The payment looked unusual.",
    help: "Try again later. If it wasn’t you, nothing was taken.",
  },
  R1: {
    title: "Agreement revoked",
    why: "The merchant tried to charge an agreement that had been revoked.",
    help: "Nothing to do: revoked agreements can’t be charged.",
  },
};

/** Null for an approved one. A shortage names its figures: they are the member's own. */
export function presentDecline(responseCode: string, decision: unknown, currency: string) {
  if (!isDeclineCode(responseCode)) return null;
  const words = WORDS[responseCode];
  const why = (responseCode === "51" && whyShort(decision, currency)) || words.why;
  return { code: responseCode, title: words.title, why, help: words.help };
}

function whyShort(decision: unknown, currency: string): string | null {
  const rules = isRecord(decision) && Array.isArray(decision.rules) ? decision.rules : [];
  const rule: unknown = rules.find((entry: unknown) => isRecord(entry) && entry.code === "51");
  const saw = isRecord(rule) && isRecord(rule.saw) ? rule.saw : {};
  const { amountMinor, availableMinor } = saw;
  if (typeof amountMinor !== "string" || typeof availableMinor !== "string") return null;
  const money = (minor: string) =>
    new Intl.NumberFormat("en-US", { style: "currency", currency }).format(formatAmount(BigInt(minor), currency));
  return `${money(amountMinor)} was asked for, and ${money(availableMinor)} was available.`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
