import { atTime, familyFigures } from "@/server/domain/authorizations";
import { type MemberTransactionHistory, receiptIdOf } from "@/server/domain/queries";
import { presentAmount, presentDate } from "../shared/values";

type StepKind = "authorized" | "declined" | "incremented" | "captured" | "voided" | "refunded" | "expired";

interface Step {
  readonly kind: StepKind;
  readonly amountMinor: bigint;
  readonly at: Date;
  readonly receiptId?: string;
}

export function presentStory(history: MemberTransactionHistory, now: Date) {
  const { currency } = history.root;
  return stepsOf(history, now).map(({ kind, amountMinor, at, receiptId = null }) => ({
    kind,
    amount: presentAmount(amountMinor, currency),
    at: presentDate(at),
    receiptId,
  }));
}

function stepsOf({ root, increments, captures, refunds, voids }: MemberTransactionHistory, now: Date): Step[] {
  const asked = { amountMinor: root.amountMinor, at: root.createdAt };
  if (root.outcome === "declined") return [{ kind: "declined", ...asked }];
  const ids = [...new Set(captures.map(({ transactionId }) => transactionId))];
  const paid = ids.map((transactionId): Step => {
    const parts = captures.filter((part) => part.transactionId === transactionId);
    return {
      kind: "captured",
      amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      at: parts[0]?.createdAt ?? root.createdAt,
      receiptId: receiptIdOf(transactionId),
    };
  });
  const { expiredMinor } = atTime(familyFigures(root), root.expiresAt, now);
  const later: Step[] = [
    ...increments.map((row): Step => ({ kind: "incremented", amountMinor: row.amountMinor, at: row.createdAt })),
    ...paid,
    ...voids.map((row): Step => ({ kind: "voided", amountMinor: row.voidedMinor, at: row.createdAt })),
    ...refunds.map((row): Step => ({ kind: "refunded", amountMinor: row.amountMinor, at: row.createdAt })),
    ...(expiredMinor > 0n && root.expiresAt
      ? [{ kind: "expired" as const, amountMinor: expiredMinor, at: root.expiresAt }]
      : []),
  ];
  // The sort is stable, so steps with the same timestamp stay in the order above.
  return [{ kind: "authorized", ...asked }, ...later.sort((a, b) => a.at.getTime() - b.at.getTime())];
}
