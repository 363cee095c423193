import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Habit, RISK_WEIGHTS, scoreRisk } from "./index";
import { RISK_LIMIT, type RiskFacts } from "./score-risk";

type Given = Partial<Omit<RiskFacts, "habit">> & { readonly habit?: Partial<Habit> };

function factsOf({ habit, ...given }: Given = {}): RiskFacts {
  return {
    amountMinor: 10_00n,
    mode: null,
    avsResult: null,
    cvvResult: null,
    hasDevice: false,
    ...given,
    habit: {
      recentCount: 0,
      approvedCount: 10,
      averageMinor: 10_00n,
      knowsMerchant: true,
      knowsDevice: false,
      ...habit,
    },
  };
}

const CASES: readonly (readonly [rule: string, given: Given, points: number])[] = [
  ["velocity", { habit: { recentCount: 3 } }, 0],
  ["velocity", { habit: { recentCount: 4 } }, 10],
  ["velocity", { habit: { recentCount: 5 } }, 10],
  ["velocity", { habit: { recentCount: 6 } }, 20],
  ["velocity", { habit: { recentCount: 9 } }, 20],
  ["velocity", { habit: { recentCount: 10 } }, 30],
  ["velocity", { habit: { recentCount: 50 } }, 30],
  ["amount against habit", { amountMinor: 29_99n }, 0],
  ["amount against habit", { amountMinor: 30_00n }, 10],
  ["amount against habit", { amountMinor: 99_99n }, 10],
  ["amount against habit", { amountMinor: 100_00n }, 20],
  ["amount against habit", { amountMinor: 999_999_999_999n }, 20],
  ["amount against habit", { amountMinor: 100_00n, habit: { approvedCount: 4 } }, 0],
  ["amount against habit", { amountMinor: 100_00n, habit: { approvedCount: 5 } }, 20],
  ["amount against habit", { amountMinor: 100_00n, habit: { averageMinor: 0n } }, 0],
  ["card not present", { mode: "01" }, 0],
  ["card not present", { mode: "02" }, 10],
  ["card not present", { mode: "03" }, 0],
  ["card not present", { mode: "04" }, 0],
  ["card not present", { mode: "05" }, 10],
  ["new merchant", { habit: { knowsMerchant: false } }, 10],
  ["new device", { hasDevice: true }, 10],
  ["new device", { hasDevice: true, habit: { knowsDevice: true } }, 0],
  ["new device", { hasDevice: false, habit: { knowsDevice: false } }, 0],
  ["address mismatch", { avsResult: "N" }, 25],
  ["address mismatch", { avsResult: "A" }, 0],
  ["address mismatch", { avsResult: "Y" }, 0],
  ["security code mismatch", { cvvResult: "N" }, 25],
  ["security code mismatch", { cvvResult: "P" }, 0],
  ["security code mismatch", { cvvResult: "M" }, 0],
];

for (const [rule, given, points] of CASES) {
  const shown = JSON.stringify(given, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
  test(`${rule}: ${shown} adds ${points}, and nothing else does`, () => {
    const { score, trace } = scoreRisk(factsOf(given));
    assert.equal(score, points);
    assert.deepEqual(
      trace.filter((entry) => entry.points > 0).map((entry) => [entry.rule, entry.points]),
      points === 0 ? [] : [[rule, points]],
    );
  });
}

test("the weights are the published ones, and the trace has every rule with what it saw", () => {
  const { score, trace } = scoreRisk(factsOf());
  assert.equal(score, 0);
  assert.deepEqual(
    trace.map(({ rule, weight }) => [rule, weight]),
    [
      ["velocity", 30],
      ["amount against habit", 20],
      ["card not present", 10],
      ["new merchant", 10],
      ["new device", 10],
      ["address mismatch", 25],
      ["security code mismatch", 25],
    ],
  );
  assert.deepEqual(
    trace.map(({ saw }) => saw),
    [
      { withinTenMinutes: 0 },
      { amountMinor: "1000", averageMinor: "1000", approvedCount: 10 },
      { mode: null },
      { knowsMerchant: true },
      { hasDevice: false, knowsDevice: false },
      { avsResult: null },
      { cvvResult: null },
    ],
  );
  assert.deepEqual(
    RISK_WEIGHTS,
    trace.map(({ rule, weight }) => ({ rule, weight })),
  );
});

test("all at once is 100, not more", () => {
  const { score } = scoreRisk({
    amountMinor: 1_000_00n,
    mode: "02",
    avsResult: "N",
    cvvResult: "N",
    hasDevice: true,
    habit: { recentCount: 50, approvedCount: 50, averageMinor: 1_00n, knowsMerchant: false, knowsDevice: false },
  });
  assert.equal(score, 100);
});

const anyFacts: fc.Arbitrary<RiskFacts> = fc.record({
  amountMinor: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
  mode: fc.constantFrom(null, "01", "02", "03", "04", "05"),
  avsResult: fc.constantFrom(null, "Y", "N", "A", "Z", "U"),
  cvvResult: fc.constantFrom(null, "M", "N", "P", "U", "X"),
  hasDevice: fc.boolean(),
  habit: fc.record({
    recentCount: fc.nat({ max: 50 }),
    approvedCount: fc.nat({ max: 50 }),
    averageMinor: fc.bigInt({ min: 0n, max: 999_999_999_999n }),
    knowsMerchant: fc.boolean(),
    knowsDevice: fc.boolean(),
  }),
});

test("no rule adds more than its weight; the score is their sum, at most 100", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { score, trace } = scoreRisk(facts);
      assert.ok(trace.every(({ points, weight }) => points >= 0 && points <= weight));
      assert.equal(
        score,
        Math.min(
          100,
          trace.reduce((sum, { points }) => sum + points, 0),
        ),
      );
    }),
    { numRuns: 2_000 },
  );
});

test("plain requests stay under the limit without a mismatch", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { score } = scoreRisk({ ...facts, avsResult: null, cvvResult: null });
      assert.ok(score < RISK_LIMIT, `${score}`);
    }),
    { numRuns: 2_000 },
  );
});
