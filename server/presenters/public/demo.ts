import type { NewMemberCode } from "@/server/domain/payment-codes";
import type { DemoPayment } from "@/server/domain/sandbox";
import { presentNewMemberCode } from "../rest/payment-codes";
import { presentSale } from "../rest/transactions";
import { presentMemberDecline } from "../shared/declines";
import { presentRuleTrace } from "../shared/rule-trace";
import { presentAmount } from "../shared/values";

export function presentDemoCode(created: NewMemberCode) {
  return presentNewMemberCode(created);
}

/** One payment as each party is told about it; `sale` is the merchant's REST response. */
export function presentDemoPayment({ outcome, decision, entries }: DemoPayment) {
  const { row } = outcome;
  const currency = row?.currency ?? "USD";
  return {
    sale: presentSale(outcome, { merchantReference: row?.merchantReference ?? null, metadata: null }),
    amount: row ? presentAmount(row.amountMinor, currency) : 0,
    currency,
    recordId: row?.id ?? null,
    member: row && presentMemberDecline({ responseCode: row.responseCode, decision, currency }, "code"),
    trace: presentRuleTrace(decision, currency, true),
    entries: entries.map(({ postingId, kind, accountKind, amountMinor }) => ({
      postingId,
      kind,
      accountKind,
      amount: presentAmount(amountMinor, currency),
    })),
  };
}
