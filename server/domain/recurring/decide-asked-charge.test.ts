import assert from "node:assert/strict";
import { test } from "node:test";
import { hintOf } from "@/server/domain/declines";
import { chargeFacts, type GivenCharge, SUSPENDED_MERCHANT } from "@/server/testing/factories/payment-facts";
import { type AnsweredRequest, decideAskedCharge, findExcess } from "./decide-asked-charge";
import { decideCharge } from "./decide-charge";

const RISKY = { score: 85, trace: [] } as const;
const TOMORROW = new Date("2026-03-03");

const LOW = { maxAmountMinor: 9_99n };

const EXCESSES: readonly (readonly [what: string, GivenCharge, excess: "cap" | "interval" | null])[] = [
  ["nothing wrong", {}, null],
  ["a cent over the cap", { agreement: LOW }, "cap"],
  ["due tomorrow", { agreement: { nextChargeOn: TOMORROW } }, "interval"],
  ["both: what is looked at first", { agreement: { ...LOW, nextChargeOn: TOMORROW } }, "cap"],
  ["over the cap, and no money yet", { agreement: LOW, availableMinor: 0n }, "cap"],
  ["no money", { availableMinor: 0n }, null],
  ["over the cap, and past the last day", { agreement: { ...LOW, endsOn: new Date("2026-03-01") } }, null],
  ["over the cap, and the last charge made", { agreement: { ...LOW, charges: 3, chargeLimit: 3 } }, null],
  ["past the last day", { agreement: { endsOn: new Date("2026-03-01") } }, null],
  ["over the cap, and risky", { agreement: LOW, risk: RISKY }, null],
  ["over the cap in another currency", { agreement: LOW, currency: "EUR" }, null],
  ["over the cap of one that is revoked", { agreement: { ...LOW, status: "revoked" } }, null],
  ["over the cap, at a suspended merchant", { agreement: LOW, merchant: SUSPENDED_MERCHANT }, null],
];

for (const [what, given, excess] of EXCESSES) {
  test(`a member can be asked: ${what}: ${excess ?? "no"}`, () => {
    const about = chargeFacts(given);
    assert.equal(findExcess(decideCharge(about), about), excess);
  });
}

function decided(given: GivenCharge, request: Partial<AnsweredRequest> = {}) {
  return decideAskedCharge({
    ...chargeFacts(given),
    request: { id: "request", exceeds: "cap", status: "Approved", ...request },
  });
}

test("the member's yes lifts the cap and the interval, and says so in the trace instead of them", () => {
  for (const exceeds of ["cap", "interval"] as const) {
    const decision = decided({ agreement: { ...LOW, nextChargeOn: TOMORROW } }, { exceeds });
    assert.equal(decision.outcome, "approved");
    const [first, ...others] = decision.trace;
    assert.deepEqual(first, {
      id: exceeds === "cap" ? "asked-over-cap" : "asked-too-early",
      code: exceeds === "cap" ? "61" : "65",
      passed: true,
      saw: { chargeRequest: "request", status: "Approved" },
    });
    const left = decideCharge(chargeFacts({})).trace.map(({ id }) => id);
    const lifted = ["agreement-cap", "agreement-interval"];
    assert.deepEqual(
      others.map(({ id }) => id),
      left.filter((id) => !lifted.includes(id)),
    );
  }
});

for (const [what, given, code] of [
  ["no money", { availableMinor: 9_99n }, "51"],
  ["a suspended merchant", { merchant: SUSPENDED_MERCHANT }, "03"],
  ["the day after the last", { agreement: { endsOn: new Date("2026-03-01") } }, "65"],
  ["one more than its charges", { agreement: { charges: 3, chargeLimit: 3 } }, "65"],
  ["risk", { risk: RISKY }, "05"],
] as const satisfies readonly (readonly [string, GivenCharge, string])[]) {
  test(`a member's yes doesn't lift: ${what}: ${code}`, () => {
    const decision = decided(given);
    assert.equal(decision.outcome === "declined" && decision.code, code);
  });
}

for (const status of ["Denied", "Expired", "Withdrawn"] as const) {
  test(`${status}: a decline with the code of what was exceeded, though nothing else is in the way`, () => {
    for (const [exceeds, code, limit] of [
      ["cap", "61", "agreement"],
      ["interval", "65", "interval"],
    ] as const) {
      const decision = decided({}, { exceeds, status });
      assert.equal(decision.outcome === "declined" && decision.code, code);
      assert.deepEqual(hintOf(decision), { limit, chargeRequest: { id: "request", status } });
    }
  });
}
