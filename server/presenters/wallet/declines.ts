import { formatMoney } from "@/server/contracts/format-money";
import { type DeclineCode, isDeclineCode } from "@/server/domain/declines";
import { formatAmount } from "@/server/platform/money";
import { isRecord } from "../shared/values";

/** Why a payment was refused, and what helps, for the member whose money it is. Merchants learn less. */
interface DeclineWords {
  readonly title: string;
  readonly why: string;
  readonly help: string;
}

type PaidWith = "card" | "code" | "agreement";

/** Whatever was paid with. */
const WORDS: Readonly<Partial<Record<DeclineCode, DeclineWords>>> = {
  "03": {
    title: "Merchant can’t take payments",
    why: "The merchant may not take payments at the moment.",
    help: "Nothing is wrong on your side. Ask the merchant.",
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
};

const OTHER: DeclineWords = {
  title: "Declined",
  why: "The payment was not allowed.",
  help: "Try another way to pay.",
};

const WORDS_BY_WAY: Readonly<Record<PaidWith, Readonly<Partial<Record<DeclineCode, DeclineWords>>>>> = {
  card: {
    "14": { title: "Card closed", why: "The card is closed.", help: "Pay with another card." },
    "54": { title: "Card expired", why: "The card was past its time.", help: "Pay with another card." },
    "62": {
      title: "Card frozen",
      why: "The card is frozen.",
      help: "Unfreeze it if it was you who froze it, or pay with another card.",
    },
    "57": {
      title: "Not allowed",
      why: "The card doesn’t allow this kind of payment or this currency.",
      help: "Pay with another card, from an account in the merchant’s currency.",
    },
    "61": {
      title: "Over the limit",
      why: "The amount is over a limit of the card.",
      help: "Raise the limit if it is yours, or ask the merchant for a smaller amount.",
    },
    "65": {
      title: "Used as often as it may be",
      why: "The card has been used as often as it may be for now.",
      help: "Raise the limit if it is yours, or wait until tomorrow.",
    },
  },
  code: {
    "14": { title: "Code not known", why: "The code is none of yours that works.", help: "Make a new code." },
    "54": { title: "Code expired", why: "The code was past its time.", help: "Make a new code." },
    "62": {
      title: "Code not for this",
      why: "The code was revoked, or is for another merchant.",
      help: "Make a new code.",
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
      why: "The code doesn’t allow this kind of payment or this currency.",
      help: "Make a code from an account in the merchant’s currency.",
    },
    "61": {
      title: "Over the cap",
      why: "The amount is over the code’s cap.",
      help: "Make a code with a higher cap, or ask the merchant for a smaller amount.",
    },
    "65": {
      title: "Used as often as it may be",
      why: "The code has been used as often as it may be for now.",
      help: "Make a new code, or wait until the next use is due.",
    },
  },
  agreement: {
    "57": {
      title: "Not allowed",
      why: "The agreement doesn’t allow this kind of charge or this currency.",
      help: "The merchant can ask you for another one.",
    },
    "61": {
      title: "Over what you allowed",
      why: "The charge is over the cap of the agreement you approved.",
      help: "The merchant can charge less, or ask you for another agreement.",
    },
    "65": {
      title: "Charged as often as you allowed",
      why: "The agreement was charged as often as it may be for now.",
      help: "Nothing to do: the merchant can try again when the next charge is due.",
    },
    R1: {
      title: "Agreement revoked",
      why: "The merchant tried to charge an agreement that had been revoked.",
      help: "Nothing to do: revoked agreements can’t be charged.",
    },
  },
};

interface Declined {
  readonly responseCode: string;
  /** The rules it went through. */
  readonly decision: unknown;
  readonly currency: string;
}

/** Null for an approved one. A shortage names its figures: they are the member's own. */
export function presentDecline({ responseCode, decision, currency }: Declined, paidWith: PaidWith) {
  if (!isDeclineCode(responseCode)) return null;
  const words = WORDS_BY_WAY[paidWith][responseCode] ?? WORDS[responseCode] ?? OTHER;
  const why = (responseCode === "51" && whyShort(decision, currency)) || words.why;
  return { code: responseCode, title: words.title, why, help: words.help };
}

function whyShort(decision: unknown, currency: string): string | null {
  const rules = isRecord(decision) && Array.isArray(decision.rules) ? decision.rules : [];
  const rule: unknown = rules.find((entry: unknown) => isRecord(entry) && entry.code === "51");
  const saw = isRecord(rule) && isRecord(rule.saw) ? rule.saw : {};
  const { amountMinor, availableMinor } = saw;
  if (typeof amountMinor !== "string" || typeof availableMinor !== "string") return null;
  const money = (minor: string) => formatMoney(formatAmount(BigInt(minor), currency), currency, "en-US");
  return `This payment was for ${money(amountMinor)}, and ${money(availableMinor)} was available.`;
}
