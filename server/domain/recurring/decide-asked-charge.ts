import { applyRules, type Decision, lacksFunds, type Rule } from "../declines";
import type { ChargeRequestRow } from "./charge-requests/charge-request";
import { CHARGE_RULES, type ChargeFacts } from "./decide-charge";

type Excess = ChargeRequestRow["exceeds"];

/** What a member can lift for one charge, by the rule that it is outside of. */
const EXCESS_OF: ReadonlyMap<string, Excess> = new Map([
  ["agreement-cap", "cap"],
  ["agreement-interval", "interval"],
]);

/** All that a member's word leaves standing. */
const OTHER_RULES = CHARGE_RULES.filter(({ id }) => !EXCESS_OF.has(id));

/**
 * What the charge is outside of, if nothing but its member's word is missing: it is too much or too early, and passes
 * everything else. Whether there is enough money is asked when the member answers. Null: the decision stands. Pure.
 */
export function findExcess(decision: Decision, facts: ChargeFacts): Excess | null {
  const failed = decision.trace.find(({ passed }) => !passed);
  const excess = failed && EXCESS_OF.get(failed.id);
  if (!excess) return null;
  const allowed = applyRules(OTHER_RULES, facts);
  return allowed.outcome === "approved" || lacksFunds(allowed) ? excess : null;
}

/** What became of a request, as words of the API have it. */
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

/** In place of the rule that it lifts, and with its code. */
const MEMBER_RULES: Readonly<Record<Excess, AskedRule>> = {
  cap: { id: "asked-over-cap", name: "member approved a charge over the cap", code: "61", ...ofMember },
  interval: { id: "asked-too-early", name: "member approved an early charge", code: "65", ...ofMember },
};

export const ASKED_CHARGE_RULES = Object.values(MEMBER_RULES);

/**
 * Decides about a charge that its member was asked about: by the member's word, or its lack, and by everything but the cap
 * and the interval. Pure: the same facts give the same decision.
 */
export function decideAskedCharge(facts: AskedChargeFacts): Decision {
  return applyRules([MEMBER_RULES[facts.request.exceeds], ...OTHER_RULES], facts);
}
