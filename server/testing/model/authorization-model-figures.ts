export interface ModelAccount {
  posted: number;
  held: number;
  readonly credit: number;
}

export interface ModelCard {
  readonly account: ModelAccount;
  readonly transactionLimit: number;
  readonly dailyAmount: number;
  readonly dailyCount: number;
  isFrozen: boolean;
  day: number;
  usedAmount: number;
  usedCount: number;
}

interface Sums {
  readonly amount: number;
  captured: number;
  voided: number;
  refunded: number;
  expired: number;
}

export interface ModelLine {
  readonly from: ModelRecord;
  readonly amount: number;
  readonly at: number;
  refunded: number;
  settledAt: number | null;
}

export interface ModelFamily {
  readonly card: ModelCard;
  readonly holdMs: number;
  readonly members: ModelRecord[];
  /** In capture order, and within a capture in the order drawn. */
  readonly lines: ModelLine[];
  expiresAt: number;
}

export interface ModelRecord extends Sums {
  readonly family: ModelFamily | null;
}

export const NOTHING = { captured: 0, voided: 0, refunded: 0, expired: 0 };

export function remainingOf({ amount, captured, voided, expired }: Sums): number {
  return amount - captured - voided - expired;
}

/** The records an operation may draw on: a root stands for its family. */
export function membersOf(target: ModelRecord): readonly ModelRecord[] {
  return target.family?.members[0] === target ? target.family.members : [target];
}

export function linesOf(target: ModelRecord): ModelFamily["lines"] {
  const members = membersOf(target);
  return target.family?.lines.filter(({ from }) => members.includes(from)) ?? [];
}

export function sumsOf(target: ModelRecord): Sums {
  const total = (figure: keyof Sums) => membersOf(target).reduce((sum, member) => sum + member[figure], 0);
  return {
    amount: total("amount"),
    captured: total("captured"),
    voided: total("voided"),
    refunded: total("refunded"),
    expired: total("expired"),
  };
}

export function openOf(target: ModelRecord, now: number): number {
  return target.family && now < target.family.expiresAt ? remainingOf(sumsOf(target)) : 0;
}

export function draw<Item>(items: readonly Item[], amount: number, has: (item: Item) => number): [Item, number][] {
  const parts: [Item, number][] = [];
  for (const item of items) {
    const part = Math.min(amount, has(item));
    amount -= part;
    if (part > 0) parts.push([item, part]);
  }
  return parts;
}

export function statusOf(target: ModelRecord, now: number): string {
  const { captured, voided, refunded, expired } = sumsOf(target);
  if (!target.family) return "Authorization Declined";
  if (openOf(target, now) > 0) {
    if (captured > refunded) return "Authorization Partially Captured";
    return voided + refunded > 0 ? "Authorization Partially Reversed" : "Authorization Approved";
  }
  const isExpired = expired > 0 || remainingOf(sumsOf(target)) > 0;
  if (captured === 0) return isExpired ? "Authorization Expired" : "Authorization Reversed";
  if (refunded === 0) return "Authorization Captured";
  return refunded < captured ? "Authorization Partially Refunded" : "Authorization Reversed";
}

function settledOf(target: ModelRecord): number | null {
  const times = linesOf(target).map(({ settledAt }) => settledAt);
  if (times.length === 0 || times.includes(null)) return null;
  return Math.max(...times.map(Number));
}

export function shownOf(target: ModelRecord, now: number) {
  const { amount, captured, voided, refunded } = sumsOf(target);
  const open = openOf(target, now);
  return {
    status: statusOf(target, now),
    amount,
    captured,
    reversed: voided + refunded,
    capturable: open,
    voidable: open,
    refundable: captured - refunded,
    settled: settledOf(target),
  };
}
