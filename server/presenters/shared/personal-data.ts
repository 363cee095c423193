import type { Leaving } from "@/server/domain/personal-data";
import { presentAmount } from "./values";

export function presentLeaving({ members, accounts, places, obstacles, digest, ...counts }: Leaving) {
  const left = accounts.filter(({ postedMinor, heldMinor }) => postedMinor !== 0n || heldMinor !== 0n);
  return {
    wallets: members.map(({ id, name, tenantTitle, environment }) => ({ id, name, tenantTitle, environment })),
    left: left.map(({ id, currency, postedMinor, heldMinor }) => ({
      id,
      currency,
      posted: presentAmount(postedMinor, currency),
      held: presentAmount(heldMinor, currency),
    })),
    places: places.map(({ title }) => title),
    openAgreements: counts.openAgreements,
    activeCodes: counts.activeCodes,
    openCards: counts.openCards,
    obstacles: [...obstacles],
    agreed: digest,
  };
}
