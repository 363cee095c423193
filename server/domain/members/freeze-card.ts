import { sql } from "@/server/db/sql";
import type { MemberCaller } from "../caller";
import { DomainError } from "../errors";
import { changeCard } from "./change-card";
import { type MemberCard, requireOpen } from "./member-card";

/**
 * From now on every payment with the card is declined (62). Codes and agreements draw on the account and go on. What is
 * held stays held. Freezing again is no error. Throws `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function freezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (card.memberFrozenAt) return null;
    return {
      set: sql`member_frozen_at = ${caller.now}`,
      changed: { memberFrozenAt: caller.now },
      action: "card.frozen",
    };
  });
}

/**
 * Takes the member's own freeze back; the issuer's stays. Unfreezing what is not frozen is no error. Throws
 * `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function unfreezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (!card.memberFrozenAt) {
      if (card.status !== "frozen") return null;
      throw new DomainError("not_permitted", "The issuer froze this card, so only the issuer can unfreeze it.");
    }
    return { set: sql`member_frozen_at = NULL`, changed: { memberFrozenAt: null }, action: "card.unfrozen" };
  });
}
