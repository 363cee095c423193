import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "./router";

export type { AppRouter };

/** What pages show, by the procedure that says it. */
type Outputs = inferRouterOutputs<AppRouter>;

export type Account = Outputs["accounts"]["list"][number];
export type Activity = Outputs["activity"]["list"]["items"][number];
export type TransactionDetail = Outputs["activity"]["get"];
export type Code = Outputs["codes"]["get"];
export type CreatedCode = Outputs["codes"]["create"];
export type Agreement = Outputs["agreements"]["get"];
export type Me = Outputs["sessions"]["me"];
export type TenantFacts = Outputs["tenants"]["get"];
export type TenantAuthorization = Outputs["authorizations"]["list"]["items"][number];
export type AuthorizationDetail = Outputs["authorizations"]["get"];
export type Overview = Outputs["overview"]["get"];
export type IssuedCode = Outputs["paymentCodes"]["get"];
export type MintedCode = Outputs["paymentCodes"]["create"];
export type Batch = Outputs["settlement"]["list"]["items"][number];
export type Statement = Outputs["settlement"]["get"];
export type MerchantMoney = Outputs["settlement"]["money"][number];
