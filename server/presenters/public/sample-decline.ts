import { DECLINE_REASONS } from "@/server/domain/declines";
import { presentMemberDecline } from "../shared/declines";
import { presentRuleTrace } from "../shared/rule-trace";

const CURRENCY = "USD";

const DECISION = {
  rules: [
    { id: "card-open", code: "14", passed: true, saw: { status: "active" } },
    { id: "card-not-frozen", code: "62", passed: true, saw: { status: "active" } },
    { id: "transaction-limit", code: "61", passed: true, saw: { transactionMinor: "6400", limitMinor: "10000" } },
    { id: "funds", code: "51", passed: false, saw: { amountMinor: "6400", availableMinor: "2550" } },
  ],
  risk: [],
  hint: {},
};

export function presentSampleDecline() {
  return {
    code: "51" as const,
    currency: CURRENCY,
    merchant: DECLINE_REASONS["51"].message,
    member: presentMemberDecline({ responseCode: "51", decision: DECISION, currency: CURRENCY }, "card"),
    rules: presentRuleTrace(DECISION, CURRENCY, true).rules,
  };
}
