import type { FundingPreview } from "@/server/domain/funding-files";
import type { HeldFile } from "@/server/domain/queries";
import { presentAmount, presentDate } from "../shared/values";

export function presentHeldFile({ id, sums, askedBy, isOwn, createdAt }: HeldFile) {
  return {
    id,
    totals: Object.entries(sums).map(([currency, minor]) => ({
      currency,
      total: presentAmount(BigInt(minor), currency),
    })),
    askedBy,
    isOwn,
    createdAt: presentDate(createdAt),
  };
}

export function presentFundingPreview({ rows, totals }: FundingPreview) {
  const count = (state: "new" | "there" | "wrong") => rows.filter((row) => row.state === state).length;
  return {
    counts: { new: count("new"), there: count("there"), wrong: count("wrong") },
    totals: totals.map(({ currency, totalMinor, availableMinor }) => ({
      currency,
      total: presentAmount(totalMinor, currency),
      available: presentAmount(availableMinor, currency),
    })),
    rows: rows.map(({ line, typed, payee, state, issue }) => ({
      ...typed,
      line,
      name: payee?.name ?? null,
      state,
      issue,
    })),
  };
}
