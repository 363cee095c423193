import {
  applyRules,
  currencyHint,
  type Decision,
  FUNDS_RULE,
  isDue,
  MERCHANT_RULES,
  type PaymentFacts,
  type Rule,
  tooEarly,
} from "../declines";
import { RISK_RULE, type RiskAssessment } from "../risk";
import { type AgreementRow, agreementStatusText, capOf, hasEnded, nextChargeFrom } from "./agreement";

/** Amounts are minor units of `currency`. */
export interface ChargeFacts extends PaymentFacts {
  readonly now: Date;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly agreement: AgreementRow;
  readonly risk: RiskAssessment | null;
}

const sawStatus = ({ agreement, now }: ChargeFacts) => ({ status: agreementStatusText(agreement, now) });

/** Distinguishes a pending agreement, an ended one, and a wrong currency. */
const stateHint = ({ agreement, now }: ChargeFacts) => ({
  rule: "agreement",
  status: agreementStatusText(agreement, now),
});

/** In the order of design 6: 03, 57, 61, 65, 51, 05; R1 is where the agreement's state is checked. */
export const CHARGE_RULES: readonly Rule<ChargeFacts>[] = [
  ...MERCHANT_RULES,
  {
    id: "agreement-not-revoked",
    name: "agreement is not revoked",
    code: "R1",
    saw: sawStatus,
    passes: ({ agreement }) => agreement.status !== "revoked",
    hint: stateHint,
  },
  {
    id: "agreement-active",
    name: "agreement is active",
    code: "57",
    saw: sawStatus,
    passes: ({ agreement }) => agreement.status === "active",
    hint: stateHint,
  },
  {
    id: "agreement-currency",
    name: "currency is the agreement’s",
    code: "57",
    saw: ({ currency, agreement }) => ({ currency, agreementCurrency: agreement.currency }),
    passes: ({ currency, agreement }) => currency === agreement.currency,
    hint: ({ currency, agreement }) => currencyHint(currency, agreement.currency),
  },
  {
    id: "agreement-cap",
    name: "amount is within the agreement’s cap",
    code: "61",
    saw: ({ amountMinor, agreement }) => ({ amountMinor, capMinor: capOf(agreement) }),
    passes: ({ amountMinor, agreement }) => {
      const cap = capOf(agreement);
      return cap === null || amountMinor <= cap;
    },
    hint: () => ({ limit: "agreement" }),
  },
  {
    id: "agreement-last-day",
    name: "agreement has not ended",
    code: "65",
    saw: ({ agreement }) => ({ endsOn: agreement.endsOn?.toISOString() ?? null }),
    passes: ({ agreement, now }) => !hasEnded(agreement, now),
    hint: () => ({ limit: "last-day" }),
  },
  {
    id: "agreement-charges",
    name: "charges are within the agreement’s number",
    code: "65",
    saw: ({ agreement }) => ({ charges: agreement.charges, limit: agreement.chargeLimit }),
    passes: ({ agreement }) => agreement.chargeLimit === null || agreement.charges < agreement.chargeLimit,
    hint: () => ({ limit: "charges" }),
  },
  {
    id: "agreement-interval",
    name: "next charge is due",
    code: "65",
    saw: ({ agreement }) => ({ nextChargeOn: agreement.nextChargeOn?.toISOString() ?? null }),
    passes: ({ agreement, now }) => isDue(nextChargeFrom(agreement), now),
    hint: ({ agreement }) => tooEarly(nextChargeFrom(agreement), agreement.timeZone),
  },
  FUNDS_RULE,
  RISK_RULE,
];

/** Pure: the same facts give the same decision. */
export function decideCharge(facts: ChargeFacts): Decision {
  return applyRules(CHARGE_RULES, facts);
}
