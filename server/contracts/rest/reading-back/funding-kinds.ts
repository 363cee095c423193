import { growing } from "@/server/contracts/fields";

/** How the money of a funding came. */
const FUNDING_KINDS = ["bank_transfer", "float", "manual", "reversal"] as const;

export type FundingKind = (typeof FUNDING_KINDS)[number];

export const FundingKindField = growing(FUNDING_KINDS, {
  description:
    "`bank_transfer` by a line of a bank statement, `float` from the tenant’s float, `manual` by an operator or a program, `reversal` of a funding.",
});
