import { keptOf, type Rule } from "@/server/domain/declines";

/** Amounts are minor units of the account's currency. */
export interface RiskFacts {
  readonly amountMinor: bigint;
  /** Contract 2.1: 02 card not present, 05 mail or phone order. */
  readonly mode: string | null;
  readonly avsResult: string | null;
  readonly cvvResult: string | null;
  readonly hasDevice: boolean;
  readonly habit: Habit;
}

/** The account's last transactions, as many as the reader looks back. */
export interface Habit {
  /** Within the last ten minutes, declines included. */
  readonly recentCount: number;
  readonly approvedCount: number;
  /** Mean of the approvals; 0 if there are none. */
  readonly averageMinor: bigint;
  /** An approval had the same merchant, or the same device. */
  readonly knowsMerchant: boolean;
  readonly knowsDevice: boolean;
}

interface RiskRule {
  readonly rule: string;
  /** Most that it can add (design 6 publishes these). */
  readonly weight: number;
  points(facts: RiskFacts): number;
  saw(facts: RiskFacts): Record<string, unknown>;
}

interface RiskTrace {
  readonly rule: string;
  readonly points: number;
  readonly weight: number;
  readonly saw: Readonly<Record<string, unknown>>;
}

export interface RiskAssessment {
  readonly score: number;
  readonly trace: readonly RiskTrace[];
}

/** From this score on, a transaction is declined with 05. */
export const RISK_LIMIT = 85;

/** Fewer approvals are no habit yet. */
const HABIT_FROM = 5;
const CARD_NOT_PRESENT = new Set(["02", "05"]);

function byThreshold(value: bigint, steps: readonly (readonly [from: bigint, points: number])[]): number {
  return steps.findLast(([from]) => value >= from)?.[1] ?? 0;
}

const RISK_RULES: readonly RiskRule[] = [
  {
    rule: "velocity",
    weight: 30,
    points: ({ habit }) =>
      byThreshold(BigInt(habit.recentCount), [
        [4n, 10],
        [6n, 20],
        [10n, 30],
      ]),
    saw: ({ habit }) => ({ withinTenMinutes: habit.recentCount }),
  },
  {
    rule: "amount against habit",
    weight: 20,
    points: ({ amountMinor, habit }) =>
      habit.approvedCount < HABIT_FROM || habit.averageMinor === 0n
        ? 0
        : byThreshold(amountMinor / habit.averageMinor, [
            [3n, 10],
            [10n, 20],
          ]),
    saw: ({ amountMinor, habit }) => ({
      amountMinor,
      averageMinor: habit.averageMinor,
      approvedCount: habit.approvedCount,
    }),
  },
  {
    rule: "card not present",
    weight: 10,
    points: ({ mode }) => (mode !== null && CARD_NOT_PRESENT.has(mode) ? 10 : 0),
    saw: ({ mode }) => ({ mode }),
  },
  {
    rule: "new merchant",
    weight: 10,
    points: ({ habit }) => (habit.knowsMerchant ? 0 : 10),
    saw: ({ habit }) => ({ knowsMerchant: habit.knowsMerchant }),
  },
  {
    rule: "new device",
    weight: 10,
    points: ({ hasDevice, habit }) => (hasDevice && !habit.knowsDevice ? 10 : 0),
    saw: ({ hasDevice, habit }) => ({ hasDevice, knowsDevice: habit.knowsDevice }),
  },
  {
    rule: "address mismatch",
    weight: 25,
    points: ({ avsResult }) => (avsResult === "N" ? 25 : 0),
    saw: ({ avsResult }) => ({ avsResult }),
  },
  {
    rule: "security code mismatch",
    weight: 25,
    points: ({ cvvResult }) => (cvvResult === "N" ? 25 : 0),
    saw: ({ cvvResult }) => ({ cvvResult }),
  },
];

export const RISK_WEIGHTS = RISK_RULES.map(({ rule, weight }) => ({ rule, weight }));

/**
 * Scores a new transaction, 0 to 100 (design 6). Pure. What ordinary requests can collect (velocity, amount, card not present,
 * new merchant and device) stays below the limit, so that no one is declined for a burst alone.
 */
export function scoreRisk(facts: RiskFacts): RiskAssessment {
  const trace = RISK_RULES.map(({ rule, weight, points, saw }) => {
    return { rule, points: points(facts), weight, saw: keptOf(saw(facts)) };
  });
  const sum = trace.reduce((total, { points }) => total + points, 0);
  return { score: Math.min(100, sum), trace };
}

/** The last rule of every decision about a new transaction; unscored ones pass. */
export const RISK_RULE: Rule<{ readonly risk: RiskAssessment | null }> = {
  id: "risk",
  name: `risk score is under ${RISK_LIMIT}`,
  code: "05",
  saw: ({ risk }) => ({ score: risk?.score ?? null }),
  passes: ({ risk }) => risk === null || risk.score < RISK_LIMIT,
};
