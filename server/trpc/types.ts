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
export type ListedTenant = Outputs["networkTenants"]["list"]["items"][number];
export type TenantPage = Outputs["networkTenants"]["get"];
export type NetworkMerchant = Outputs["networkMerchants"]["list"]["items"][number];
export type MerchantPage = Outputs["networkMerchants"]["get"];
export type NetworkMember = Outputs["networkMembers"]["list"]["items"][number];
export type MemberPage = Outputs["networkMembers"]["get"];
export type NetworkBatch = Outputs["networkSettlement"]["list"]["items"][number];
export type Unsettled = Outputs["networkSettlement"]["unsettled"][number];
export type Books = Outputs["networkBooks"]["get"];
export type LedgerTotal = Outputs["networkBooks"]["totals"][number];
export type Engine = Outputs["networkEngine"]["get"];
export type Run = Outputs["networkEngine"]["runs"]["items"][number];
export type AuditEntry = Outputs["networkAudit"]["list"]["items"][number];
