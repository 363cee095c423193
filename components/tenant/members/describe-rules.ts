import { sayLimits } from "@/components/shared/cards/say-limits";
import type { MemberDetail } from "@/server/trpc/types";

/** A card's limits in one line: `$50.00 a payment, 3 payments a day`. */
export function describeRules(card: MemberDetail["cardsOf"][number], locale: string): string {
  const { allowedCategories, alwaysDeclinesWith } = card;
  if (alwaysDeclinesWith !== null) return `Test card: always declines with ${alwaysDeclinesWith}`;
  const limits = sayLimits(
    card,
    locale,
    allowedCategories.length === 0 ? [] : [`only ${allowedCategories.join(", ")}`],
  );
  return card.status === "frozen" && card.frozenBy === "member" ? `${limits} · frozen by the member` : limits;
}
