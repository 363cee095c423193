import type { Overview } from "@/server/domain/queries";
import { presentFigures } from "../shared/figures";
import { presentAmount, presentDate } from "../shared/values";

export function presentOverview(overview: Overview) {
  const { attention } = overview;
  return {
    ...presentFigures(overview),
    hasAuthorizations: overview.hasAuthorizations,
    attention: {
      subscriptions: attention.subscriptions,
      disputes: attention.disputes.map(({ amountMinor, createdAt, ...dispute }) => ({
        ...dispute,
        amount: presentAmount(amountMinor, dispute.currency),
        createdAt: presentDate(createdAt),
      })),
      debts: attention.debts.map(({ carriedOutMinor, ...debt }) => ({
        ...debt,
        amount: presentAmount(carriedOutMinor, debt.currency),
      })),
      keyless: attention.keyless,
    },
  };
}
