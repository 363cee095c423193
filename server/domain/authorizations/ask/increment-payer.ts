import type { Sql } from "@/server/db/sql";
import type { Decision } from "@/server/domain/declines";
import { countCardUses } from "@/server/domain/members";
import type { MerchantFacts } from "@/server/domain/merchants";
import { decideCodeIncrement, type IncrementedCode, keepUnrevoked } from "@/server/domain/payment-codes";
import { dayOf } from "@/server/platform/clock";
import type { AccountId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import { type CardFacts, cardStateAt } from "./card-use";
import { decide } from "./decide";

/** A code that was redeemed, with its account. */
export interface CodeFacts extends IncrementedCode {
  readonly codeId: string;
  readonly accountId: AccountId;
  readonly availableMinor: bigint;
  /** Held beyond its time: free as soon as someone expires it. */
  readonly overdueMinor: bigint;
}

/** Whatever paid for the root pays for its increments. */
export type IncrementPayer =
  | { readonly kind: "card"; readonly card: CardFacts }
  | { readonly kind: "code"; readonly code: CodeFacts };

/** The account behind the payer. */
export function accountOf(payer: IncrementPayer): CardFacts | CodeFacts {
  return payer.kind === "card" ? payer.card : payer.code;
}

interface Increment {
  readonly root: AuthorizationRow;
  readonly amountMinor: bigint;
  readonly merchant: MerchantFacts;
  readonly now: Date;
}

/** By the rules of a card, or by what a code allows in all; either way for the whole family. */
export function decideIncrement(payer: IncrementPayer, increment: Increment): Decision {
  const { root, amountMinor, merchant, now } = increment;
  const transactionMinor = root.familyAmountMinor + amountMinor;
  if (payer.kind === "code") {
    const { code } = payer;
    return decideCodeIncrement({
      merchant,
      code,
      amountMinor,
      transactionMinor,
      described: root,
      availableMinor: code.availableMinor,
    });
  }
  const { card } = payer;
  return decide({
    now,
    amountMinor,
    transactionMinor,
    currency: root.currency,
    described: root,
    isNewTransaction: false,
    merchant,
    accountCurrency: card.accountCurrency,
    availableMinor: card.availableMinor,
    card: cardStateAt(card, now),
    risk: null,
  });
}

/**
 * What an approved increment does to the card or code, guarded: a card counts the amount to its day, a code counts
 * nothing, for it is not used again. The code's maximum needs no guard of its own: the root's version guards the
 * family's total, and a code's terms never change.
 */
export function countIncrement(payer: IncrementPayer, amountMinor: bigint, now: Date, guard: string): Sql {
  if (payer.kind === "code") return keepUnrevoked(payer.code.codeId, guard);
  const { cardId, rulesVersion } = payer.card;
  return countCardUses([{ cardId, rulesVersion, day: dayOf(now), amountMinor, count: 0 }], guard);
}
