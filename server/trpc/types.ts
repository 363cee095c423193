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
export type ListedKey = Outputs["keys"]["list"][number];
export type Merchant = Outputs["merchants"]["get"];
export type ListedMerchant = Outputs["merchants"]["list"]["items"][number];
export type MemberDetail = Outputs["members"]["get"];
export type ListedMember = Outputs["members"]["list"]["items"][number];
export type AuditEntry = Outputs["audit"]["list"]["items"][number];
export type Team = Outputs["team"]["list"];
export type SignedUp = Outputs["access"]["signUp"];
export type Notification = Outputs["notifications"]["list"]["items"][number];
