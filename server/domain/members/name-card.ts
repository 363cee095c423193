import type { CardTint } from "@/server/contracts/card-tints";
import { sql } from "@/server/db/sql";
import type { MemberCaller } from "../caller";
import { changeCard } from "./change-card";
import { type MemberCard, requireOpen } from "./member-card";

interface CardLook {
  /** Null: it is called by the end of its id. */
  readonly name: string | null;
  /** Null: the color of its issuer. */
  readonly tint: CardTint | null;
}

/**
 * What the member calls a card, and its tint in the wallet. No one else ever sees either: the audit record says that it was
 * named, without the name, which is erased with the person. Throws `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function nameCard(
  caller: MemberCaller,
  { id, name, tint }: CardLook & { readonly id: string },
): Promise<MemberCard> {
  return changeCard(caller, { id }, (card) => {
    requireOpen(card);
    if (card.memberName === name && card.tint === tint) return null;
    return {
      set: sql`member_name = ${name}, tint = ${tint}`,
      changed: { memberName: name, tint },
      action: "card.named",
      details: { named: name !== null, tint },
    };
  });
}
