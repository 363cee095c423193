import type { PaymentDescription } from "@/server/contracts/rest/authorization-schemas";
import type { NewRow } from "@/server/db/insert-rows";
import type { MerchantFacts } from "../merchants";
import type { Decision, Rule } from "./rules";

/** Facts about a payment, from its request or from the authorization that it adds to. */
export type Described = Pick<NewRow<"authorizations">, Exclude<keyof PaymentDescription, "metadata">>;

/** Facts that the rules of every payment method look at. A rule skips facts that are null. */
export interface PaymentFacts {
  readonly merchant: MerchantFacts;
  readonly amountMinor: bigint | null;
  readonly availableMinor: bigint | null;
  readonly described: Described | null;
}

/** The merchant's standing and settings. */
export const MERCHANT_RULES: readonly Rule<Pick<PaymentFacts, "merchant" | "described">>[] = [
  {
    id: "merchant-active",
    name: "merchant is active",
    code: "03",
    saw: ({ merchant }) => ({ status: merchant.status }),
    passes: ({ merchant }) => merchant.status === "active",
  },
];

/** Compares an amount with what an account has. */
export const FUNDS_RULE: Rule<Pick<PaymentFacts, "amountMinor" | "availableMinor">> = {
  id: "funds",
  name: "funds are available",
  code: "51",
  saw: ({ amountMinor, availableMinor }) => ({ amountMinor, availableMinor }),
  passes: ({ amountMinor, availableMinor }) =>
    amountMinor === null || availableMinor === null || amountMinor <= availableMinor,
};

/** By its rule, not by its code: a test card declines with 51 though nothing is missing. */
export function lacksFunds(decision: Decision): boolean {
  return decision.outcome === "declined" && decision.trace.at(-1)?.id === FUNDS_RULE.id;
}
