import type { PaymentDescription } from "@/server/contracts/rest/authorization-schemas";
import type { NewRow } from "@/server/db/insert-rows";
import type { MerchantFacts } from "../merchants";
import type { Decision, Rule } from "./rules";

export type Described = Pick<NewRow<"authorizations">, Exclude<keyof PaymentDescription, "metadata">>;

/** Rules skip facts that are null. */
export interface PaymentFacts {
  readonly merchant: MerchantFacts;
  readonly amountMinor: bigint | null;
  readonly availableMinor: bigint | null;
  readonly described: Described | null;
}

export const MERCHANT_RULES: readonly Rule<Pick<PaymentFacts, "merchant" | "described">>[] = [
  {
    id: "merchant-active",
    name: "merchant is active",
    code: "03",
    saw: ({ merchant }) => ({ status: merchant.status }),
    passes: ({ merchant }) => merchant.status === "active",
  },
];

export const FUNDS_RULE: Rule<Pick<PaymentFacts, "amountMinor" | "availableMinor">> = {
  id: "funds",
  name: "funds are available",
  code: "51",
  saw: ({ amountMinor, availableMinor }) => ({ amountMinor, availableMinor }),
  passes: ({ amountMinor, availableMinor }) =>
    amountMinor === null || availableMinor === null || amountMinor <= availableMinor,
};

/** Tests the rule, not the code: a test card declines with 51 though funds suffice. */
export function lacksFunds(decision: Decision): boolean {
  return decision.outcome === "declined" && decision.trace.at(-1)?.id === FUNDS_RULE.id;
}
