interface MemberWords {
  readonly title: string;
  readonly why: string;
  readonly help: string;
}

export type PaidWith = "card" | "code" | "agreement";

interface DeclineReason {
  readonly title: string;
  /** The reasonMessage in the response. */
  readonly message: string;
  readonly help: string;
  /** For the member: why, and what helps. May depend on the way of paying. */
  readonly member: MemberWords | Readonly<Partial<Record<PaidWith, MemberWords>>>;
}

/**
 * Response codes of declines: ISO 8583, plus R1 of the card schemes for a revoked agreement, in the words of each reader.
 * Merchants learn less than members. The rules that decline are next to their nouns.
 */
export const DECLINE_REASONS = {
  "14": {
    title: "Invalid card",
    message: "The card or code is closed or unknown.",
    help: "Ask for another card or code.",
    member: {
      card: { title: "Card closed", why: "The card is closed.", help: "Pay with another card." },
      code: { title: "Unknown code", why: "The code isn’t valid.", help: "Create a new code." },
    },
  },
  "03": {
    title: "Invalid merchant",
    message: "The merchant can’t take payments.",
    help: "The merchant or its tenant is suspended. It can still void and refund.",
    member: {
      title: "Merchant can’t take payments",
      why: "The merchant can’t take payments right now.",
      help: "Nothing is wrong on your side. Check with the merchant.",
    },
  },
  "54": {
    title: "Expired card",
    message: "The card or code has expired.",
    help: "Ask for another card or a new code.",
    member: {
      card: { title: "Card expired", why: "The card had expired.", help: "Pay with another card." },
      code: { title: "Code expired", why: "The code had expired.", help: "Create a new code." },
    },
  },
  "62": {
    title: "Restricted card",
    message: "The card or code is restricted.",
    help: "It is frozen, revoked, or bound to another merchant. Ask for another one.",
    member: {
      card: {
        title: "Card frozen",
        why: "The card is frozen.",
        help: "If you froze it, unfreeze it. Otherwise pay with another card.",
      },
      code: {
        title: "Code not accepted",
        why: "The code was revoked, or is for another merchant.",
        help: "Create a new code.",
      },
    },
  },
  "55": {
    title: "Incorrect PIN",
    message: "The PIN is wrong.",
    help: "Ask for the PIN again. It has 7 characters.",
    member: {
      code: {
        title: "Wrong PIN",
        why: "The PIN entered with the code was wrong.",
        help: "Try again with the right PIN. Too many wrong PINs lock the code.",
      },
    },
  },
  "75": {
    title: "PIN tries exceeded",
    message: "The code is locked after too many wrong PINs.",
    help: "Ask for a new code.",
    member: {
      code: {
        title: "Code locked",
        why: "The code was locked after too many wrong PINs.",
        help: "Create a new code. If it wasn’t you, don’t worry: nothing was charged.",
      },
    },
  },
  "57": {
    title: "Not permitted",
    message: "The card, code, or agreement doesn’t allow this transaction.",
    help: "See details.rule: currency (with both currencies), mcc, channel, mode, or an agreement with its status.",
    member: {
      card: {
        title: "Not allowed",
        why: "The card doesn’t allow this kind of payment or this currency.",
        help: "Pay with a card on an account in the merchant’s currency.",
      },
      code: {
        title: "Not allowed",
        why: "The code doesn’t allow this kind of payment or this currency.",
        help: "Create a code from an account in the merchant’s currency.",
      },
      agreement: {
        title: "Not allowed",
        why: "The agreement doesn’t allow this kind of charge or this currency.",
        help: "The merchant can ask you for a new agreement.",
      },
    },
  },
  "61": {
    title: "Exceeds amount limit",
    message: "The amount is over a limit of the card, code, or agreement.",
    help: "Charge less.",
    member: {
      card: {
        title: "Over the limit",
        why: "The amount is over one of the card’s limits.",
        help: "If you set the limit, raise it, or ask the merchant for a smaller amount.",
      },
      code: {
        title: "Over the cap",
        why: "The amount is over the code’s cap.",
        help: "Create a code with a higher cap, or ask the merchant for a smaller amount.",
      },
      agreement: {
        title: "Over what you allowed",
        why: "The charge is over the cap of the agreement you approved.",
        help: "The merchant can charge less, or ask you for another agreement.",
      },
    },
  },
  "65": {
    title: "Exceeds count limit",
    message: "The card, code, or agreement has reached its number of uses for now.",
    help: "Wait for the next day or interval, or ask for another card.",
    member: {
      card: {
        title: "Usage limit reached",
        why: "The card reached its number of payments for now.",
        help: "If you set the limit, raise it, or wait until tomorrow.",
      },
      code: {
        title: "Usage limit reached",
        why: "The code reached its number of uses for now.",
        help: "Create a new code, or wait until the next use is due.",
      },
      agreement: {
        title: "Charge limit reached",
        why: "The merchant already made the charges you allowed for now.",
        help: "You don’t need to do anything. The merchant can try again when the next charge is due.",
      },
    },
  },
  "51": {
    title: "Insufficient funds",
    message: "The account doesn’t have enough available funds.",
    help: "Charge less, or try again once the account has funds.",
    member: {
      title: "Not enough money",
      why: "The account didn’t have enough money available.",
      help: "Add money to the account, or wait for a hold to be released.",
    },
  },
  "05": {
    title: "Do not honor",
    message: "The payment was declined.",
    help: "The risk score was too high. Don’t retry unchanged.",
    member: {
      title: "Declined as a precaution",
      why: "The payment looked unusual.",
      help: "Try again later. If it wasn’t you, don’t worry: nothing was charged.",
    },
  },
  R1: {
    title: "Revocation of authorization",
    message: "The recurring authorization was revoked.",
    help: "Ask the member for a new agreement. Don’t charge this one again.",
    member: {
      agreement: {
        title: "Agreement revoked",
        why: "The merchant tried to charge an agreement that was already revoked.",
        help: "You don’t need to do anything. Revoked agreements can’t be charged.",
      },
    },
  },
} as const satisfies Readonly<Record<string, DeclineReason>>;

export type DeclineCode = keyof typeof DECLINE_REASONS;

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(DECLINE_REASONS, code);
}

export function memberWords(code: DeclineCode, paidWith: PaidWith): MemberWords | null {
  const { member }: DeclineReason = DECLINE_REASONS[code];
  return "title" in member ? member : (member[paidWith] ?? null);
}
