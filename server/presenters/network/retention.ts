import type { RetainedTable } from "@/server/domain/retention";
import { presentDate } from "../shared/values";

export function presentKeptTable({ lastRun, ...kept }: RetainedTable) {
  return {
    ...kept,
    lastRun: lastRun && {
      ranAt: presentDate(lastRun.ranAt),
      removed: Number(lastRun.removed),
      oldestAt: presentDate(lastRun.oldestAt),
    },
  };
}
