import type { inferRouterOutputs } from "@trpc/server";
import type { z } from "zod";
import type { SetPriceInput } from "@/server/contracts/portal/shared/prices";
import type { presentFigures } from "@/server/presenters/shared/figures";
import type { AppRouter } from "./router";

export type { AppRouter };

type Outputs = inferRouterOutputs<AppRouter>;

/** An item of a console's list: `Listed<"tenant", "merchants">`. */
export type Listed<
  Console extends "tenant" | "network",
  Noun extends keyof Outputs[Console],
> = Outputs[Console][Noun] extends {
  readonly list: { readonly items: readonly (infer Item)[] };
}
  ? Item
  : never;

export type Account = Outputs["wallet"]["accounts"]["list"][number];
export type WayIn = Outputs["wallet"]["accounts"]["funding"][number];
export type Activity = Outputs["wallet"]["activity"]["list"]["items"][number];
export type TransactionDetail = Outputs["wallet"]["activity"]["get"];
export type Card = Outputs["wallet"]["cards"]["get"];
export type Code = Outputs["wallet"]["codes"]["get"];
export type CreatedCode = Outputs["wallet"]["codes"]["create"];
export type OwnPayout = Outputs["wallet"]["payouts"]["list"][number];
export type PayoutTerms = Outputs["wallet"]["payouts"]["terms"][number];
export type PushDevice = Outputs["wallet"]["pushes"]["list"]["devices"][number];
export type Rescue = Outputs["wallet"]["rescues"]["list"][number];
export type Agreement = Outputs["wallet"]["agreements"]["get"];
export type Charge = Outputs["wallet"]["charges"]["get"];
export type Statements = Outputs["wallet"]["statements"]["list"][number];
export type MemberStatement = Outputs["wallet"]["statements"]["get"];
export type AccountIdText = MemberStatement["account"];
export type MonthSpending = Outputs["wallet"]["spending"]["list"][number];
export type Approval = Outputs["network"]["approvals"]["list"][number];
export type DuePayouts = Outputs["network"]["payouts"]["due"][number];
export type PaymentFile = Outputs["network"]["payouts"]["files"][number];
export type PayoutAccount = Outputs["network"]["payouts"]["showAccount"];
export type NetworkPayout = Outputs["network"]["payouts"]["get"];
export type HeldFile = Outputs["tenant"]["fundingFiles"]["held"][number];
export type ListedNetworkKey = Outputs["network"]["bank"]["keys"][number];
export type NetworkBankStatement = Outputs["network"]["bank"]["statements"][number];
export type FundableAccount = Outputs["network"]["bank"]["findAccounts"][number];
export type NetworkBankAccount = Outputs["network"]["bank"]["accounts"][number];
export type LiveRequest = Outputs["network"]["approvals"]["liveRequests"][number];
export type Login = NonNullable<Outputs["network"]["logins"]["find"]>;
export type Me = Outputs["shared"]["sessions"]["me"];
export type SignedInDevice = Outputs["shared"]["sessions"]["list"][number];
export type SandboxClockPage = Outputs["tenant"]["sandboxClock"]["get"];
export type TenantFacts = Outputs["tenant"]["tenants"]["get"];
export type ListedKey = Outputs["tenant"]["keys"]["list"][number];
export type Merchant = Outputs["tenant"]["merchants"]["get"];
export type MemberDetail = Outputs["tenant"]["members"]["get"];
export type AuditEntry = Outputs["tenant"]["audit"]["list"]["items"][number];
export type FundingPreview = Outputs["tenant"]["fundingFiles"]["preview"];
export type TenantFloat = Outputs["tenant"]["floats"]["list"][number];
export type Export = Outputs["tenant"]["exports"]["list"]["items"][number];
export type Dispute = Outputs["tenant"]["disputes"]["list"]["items"][number];
export type Team = Outputs["tenant"]["team"]["list"];
export type SignedUp = Outputs["public"]["access"]["signUp"];
export type Notification = Outputs["shared"]["notifications"]["list"]["items"][number];
export type Subscription = Outputs["tenant"]["webhooks"]["get"];
export type SubscriptionHealth = Outputs["tenant"]["webhooks"]["health"];
export type Delivery = Outputs["tenant"]["webhooks"]["deliveries"]["items"][number];
export type DeliveryDetail = Outputs["tenant"]["webhooks"]["delivery"];
export type ListedEvent = Outputs["tenant"]["webhooks"]["events"]["items"][number];
export type EventDetail = Outputs["tenant"]["webhooks"]["event"];
export type Replay = NonNullable<Outputs["tenant"]["webhooks"]["lastReplay"]>;
export type Workbench = Outputs["tenant"]["workbench"]["get"];
export type ErrorGroup = Outputs["tenant"]["requests"]["errors"]["groups"][number];
export type RequestDetail = Outputs["tenant"]["requests"]["get"];
export type FirstRunState = Outputs["tenant"]["firstRun"]["state"];
export type TenantAuthorization = Outputs["tenant"]["authorizations"]["list"]["items"][number];
export type AuthorizationDetail = Outputs["tenant"]["authorizations"]["get"];
export type Overview = Outputs["tenant"]["overview"]["get"];
export type NetworkOverview = Outputs["network"]["overview"]["get"];
export type OverviewFigures = ReturnType<typeof presentFigures>;
export type TenantCharge = Outputs["tenant"]["chargeRequests"]["get"];
export type IssuedCode = Outputs["tenant"]["paymentCodes"]["get"];
export type ImportPreview = Outputs["tenant"]["memberImports"]["preview"];
export type BulkJob = Outputs["tenant"]["bulkJobs"]["list"]["jobs"][number];
export type MintedCode = Outputs["tenant"]["paymentCodes"]["create"];
export type FoundNetworkRecord = Outputs["network"]["search"]["find"]["records"][number];
export type FoundRecord = Outputs["tenant"]["search"]["find"]["records"][number];
export type Batch = Outputs["tenant"]["settlement"]["list"]["items"][number];
export type Statement = Outputs["tenant"]["settlement"]["get"];
export type MerchantMoney = Outputs["tenant"]["settlement"]["money"][number];
export type ListedTenant = Outputs["network"]["tenants"]["list"]["items"][number];
export type TenantPage = Outputs["network"]["tenants"]["get"];
export type MerchantPrice = Outputs["tenant"]["merchants"]["get"]["prices"][number];
export type SetPrice = z.output<typeof SetPriceInput>;
export type MerchantPage = Outputs["network"]["merchants"]["get"];
export type MemberPage = Outputs["network"]["members"]["get"];
export type Unsettled = Outputs["network"]["settlement"]["unsettled"][number];
export type Books = Outputs["network"]["books"]["get"];
export type LastProof = NonNullable<Outputs["network"]["books"]["last"]>;
export type CurrencyReserves = Outputs["network"]["books"]["reserves"]["currencies"][number];
export type LedgerTotal = Outputs["network"]["books"]["totals"][number];
export type Engine = Outputs["network"]["engine"]["get"];
export type RetainedTable = Outputs["network"]["retention"]["list"][number];
export type Leaving = Outputs["shared"]["personalData"]["previewErasure"];
export type Run = Outputs["network"]["engine"]["runs"]["items"][number];
