import { type BulkJobRow, DONE } from "@/server/domain/bulk-jobs";

export function presentBulkJob({ id, act, itemIds, outcomes, isHeld, finishedAt }: BulkJobRow) {
  const failures = outcomes.flatMap((reason, at) => {
    const failed = itemIds[at];
    return reason === DONE || failed === undefined ? [] : [{ id: failed, reason }];
  });
  return {
    id,
    act,
    total: itemIds.length,
    seen: outcomes.length,
    done: outcomes.length - failures.length,
    failures,
    isHeld,
    isUnderWay: finishedAt === null,
  };
}
