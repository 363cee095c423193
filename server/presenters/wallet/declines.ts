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
    why: "The merchant can’t take payments right now.",
    help: "Nothing is wrong on your side. Check with the merchant.",
  },
  "51": {
    title: "Not enough money",
    why: "The account didn’t have enough money available.",
    help: "Add money to the account, or wait for a hold to be released.",
  },
  "05": {
    title: "Declined as a precaution",
    why: "The payment looked unusual.",
    help: "Try again later. If it wasn’t you, don’t worry: nothing was charged.",
  },
};

const OTHER: DeclineWords = {
  title: "Declined",
  why: "This payment isn’t allowed.",
  help: "Pay another way.",
};

const WORDS_BY_WAY: Readonly<Record<PaidWith, Readonly<Partial<Record<DeclineCode, DeclineWords>>>>> = {
  card: {
    "14": { title: "Card closed", why: "The card is closed.", help: "Pay with another card." },
    "54": { title: "Card expired", why: "The card had expired.", help: "Pay with another card." },
    "62": {
      title: "Card frozen",
      why: "The card is frozen.",
      help: "If you froze it, unfreeze it. Otherwise pay with another card.",
    },
    "57": {
      title: "Not allowed",
      why: "The card doesn’t allow this kind of payment or this currency.",
      help: "Pay with a card on an account in the merchant’s currency.",
    },
    "61": {
      title: "Over the limit",
      why: "The amount is over one of the card’s limits.",
      help: "If you set the limit, raise it, or ask the merchant for a smaller amount.",
    },
    "65": {
      title: "Usage limit reached",
      why: "The card reached its number of payments for now.",
      help: "If you set the limit, raise it, or wait until tomorrow.",
    },
  },
  code: {
    "14": { title: "Unknown code", why: "The code isn’t valid.", help: "Create a new code." },
    "54": { title: "Code expired", why: "The code had expired.", help: "Create a new code." },
    "62": {
      title: "Code not accepted",
      why: "The code was revoked, or is for another merchant.",
      help: "Create a new code.",
    },
    "55": {
      title: "Wrong PIN",
      why: "The PIN entered with the code was wrong.",
      help: "Try again with the right PIN. Too many wrong PINs lock the code.",
    },
    "75": {
      title: "Code locked",
      why: "The code was locked after too many wrong PINs.",
      help: "Create a new code. If it wasn’t you, don’t worry: nothing was charged.",
    },
    "57": {
      title: "Not allowed",
      why: "The code doesn’t allow this kind of payment or this currency.",
      help: "Create a code from an account in the merchant’s currency.",
    },
    "61": {
      title: "Over the cap",
      why: "The amount is over the code’s cap.",
      help: "Create a code with a higher cap, or ask the merchant for a smaller amount.",
    },
    "65": {
      title: "Usage limit reached",
      why: "The code reached its number of uses for now.",
      help: "Create a new code, or wait until the next use is due.",
    },
  },
  agreement: {
    "57": {
      title: "Not allowed",
      why: "The agreement doesn’t allow this kind of charge or this currency.",
      help: "The merchant can ask you for a new agreement.",
    },
    "61": {
      title: "Over what you allowed",
      why: "The charge is over the cap of the agreement you approved.",
      help: "The merchant can charge less, or ask you for another agreement.",
    },
    "65": {
      title: "Charge limit reached",
      why: "The merchant already made the charges you allowed for now.",
      help: "You don’t need to do anything. The merchant can try again when the next charge is due.",
    },
    R1: {
      title: "Agreement revoked",
      why: "The merchant tried to charge an agreement that was already revoked.",
      help: "You don’t need to do anything. Revoked agreements can’t be charged.",
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
export function presentMemberDecline({ responseCode, decision, currency }: Declined, paidWith: PaidWith) {
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
