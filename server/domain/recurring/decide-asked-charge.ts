import { applyRules, type Decision, lacksFunds, type Rule } from "../declines";
import type { ChargeRequestRow } from "./charge-requests/charge-request";
import { CHARGE_RULES, type ChargeFacts } from "./decide-charge";

type Excess = ChargeRequestRow["exceeds"];

const EXCESS_OF: ReadonlyMap<string, Excess> = new Map([
  ["agreement-cap", "cap"],
  ["agreement-interval", "interval"],
]);

const OTHER_RULES = CHARGE_RULES.filter(({ id }) => !EXCESS_OF.has(id));

/**
 * Says what the charge exceeds, if it is only too high or too early and passes every other rule. Funds are checked when the
 * member answers. Null if the decision stands. Pure.
 */
export function findExcess(decision: Decision, facts: ChargeFacts): Excess | null {
  const failed = decision.trace.find(({ passed }) => !passed);
  const excess = failed && EXCESS_OF.get(failed.id);
  if (!excess) return null;
  const allowed = applyRules(OTHER_RULES, facts);
  return allowed.outcome === "approved" || lacksFunds(allowed) ? excess : null;
}

export interface AnsweredRequest extends Pick<ChargeRequestRow, "id" | "exceeds"> {
  readonly status: "Approved" | "Denied" | "Expired" | "Withdrawn";
}

interface AskedChargeFacts extends ChargeFacts {
  readonly request: AnsweredRequest;
}

type AskedRule = Rule<AskedChargeFacts>;

const ofMember: Omit<AskedRule, "id" | "name" | "code"> = {
  saw: ({ request: { id, status } }) => ({ chargeRequest: id, status }),
  passes: ({ request }) => request.status === "Approved",
  hint: ({ request: { id, status, exceeds } }) => ({
    limit: exceeds === "cap" ? "agreement" : "interval",
    chargeRequest: { id, status },
  }),
};

/** Replaces the rule that it lifts, with the same code. */
const MEMBER_RULES: Readonly<Record<Excess, AskedRule>> = {
  cap: { id: "asked-over-cap", name: "member approved a charge over the cap", code: "61", ...ofMember },
  interval: { id: "asked-too-early", name: "member approved an early charge", code: "65", ...ofMember },
};

export const ASKED_CHARGE_RULES = Object.values(MEMBER_RULES);

/** Decides by the member's answer, or the lack of one, and by every rule but the cap and the interval. Pure. */
export function decideAskedCharge(facts: AskedChargeFacts): Decision {
  return applyRules([MEMBER_RULES[facts.request.exceeds], ...OTHER_RULES], facts);
}
