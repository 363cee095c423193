import { z } from "zod";
import { BANK_LINE_STATES, PAYOUT_STATES, RUN_STATES, TIERS } from "@/server/contracts/choices";
import { CurrencyField, DateField, MerchantIdField, RecordIdField, TenantIdField } from "@/server/contracts/fields";
import { ActivityField } from "@/server/contracts/portal/network/network";
import { SearchField } from "@/server/contracts/portal/shared/pages";
import type { OperatorCaller } from "@/server/domain/caller";
import { engineRunList } from "@/server/domain/engine";
import { merchantList } from "@/server/domain/merchants";
import { auditList, bankLineList, batchList, networkMemberList, networkPayoutList } from "@/server/domain/queries";
import { tenantList } from "@/server/domain/tenants";
import { BANK_LINE_CELLS, presentBankLine } from "@/server/presenters/network/bank";
import {
  BATCH_CELLS,
  MEMBER_CELLS,
  MERCHANT_CELLS,
  presentListedTenant,
  presentNetworkMember,
  presentNetworkMerchant,
  TENANT_CELLS,
} from "@/server/presenters/network/network";
import { PAYOUT_CELLS, presentNetworkPayout } from "@/server/presenters/network/payouts";
import { presentRun, RUN_CELLS } from "@/server/presenters/network/running";
import { presentListedBatch } from "@/server/presenters/rest/settlement";
import { NETWORK_AUDIT_CELLS, presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { answerOperator } from "../file-answer";
import { listsOf, openOneOf } from "./console-list";

const list = listsOf((ctx: { readonly operator: OperatorCaller }) => ctx.operator);

/** The lists of the operators' console, by the names of their files. */
export const NETWORK_LISTS = {
  tenants: list({
    filters: {
      search: SearchField,
      status: ActivityField,
      tier: z.enum(TIERS),
      live: z.enum(["asked", "approved", "sandbox"]),
    },
    sorts: ["name", "status", "tier"],
    read: tenantList,
    present: presentListedTenant,
    csv: TENANT_CELLS,
  }),
  merchants: list({
    filters: { search: SearchField, status: ActivityField, tenantId: TenantIdField },
    sorts: ["name", "tenant", "status"],
    read: merchantList,
    present: presentNetworkMerchant,
    csv: MERCHANT_CELLS,
  }),
  members: list({
    filters: { search: SearchField },
    sorts: ["name", "tenant"],
    read: networkMemberList,
    present: presentNetworkMember,
    csv: MEMBER_CELLS,
  }),
  settlement: list({
    /** `currency`: what the page is seen in; no address has it. */
    filters: { merchant: MerchantIdField, day: DateField, currency: CurrencyField },
    sorts: ["merchant", "captured", "payout"],
    read: batchList,
    present: presentListedBatch,
    csv: BATCH_CELLS,
  }),
  payouts: list({
    /** `unanswered`: sent days ago, and no statement has said what became of it. */
    filters: { state: z.enum([...PAYOUT_STATES, "unanswered"]), file: RecordIdField, line: RecordIdField },
    sorts: ["payee", "amount"],
    read: networkPayoutList,
    present: presentNetworkPayout,
    csv: PAYOUT_CELLS,
  }),
  "bank-lines": list({
    filters: { search: SearchField, state: z.enum(BANK_LINE_STATES), currency: CurrencyField },
    sorts: ["amount"],
    read: bankLineList,
    present: presentBankLine,
    csv: BANK_LINE_CELLS,
  }),
  engine: list({
    filters: {
      state: z.enum(["all", "unfinished", ...RUN_STATES]),
      function: z.string().regex(/^[a-z0-9-]{1,100}$/),
    },
    read: engineRunList,
    present: presentRun,
    csv: RUN_CELLS,
  }),
  /** Covers both environments, since what is done to a tenant or the network affects both. */
  audit: list({
    filters: {
      tenantId: TenantIdField,
      action: z.string().regex(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/),
      actor: SearchField,
    },
    sorts: ["who", "what"],
    read: auditList,
    present: presentAuditRecord,
    csv: NETWORK_AUDIT_CELLS,
  }),
};

interface Wanted {
  readonly list: string;
  readonly filters: URLSearchParams;
}

export function answerNetworkCsv(headers: Headers, { list, filters }: Wanted): Promise<Response> {
  return answerOperator(headers, filters.get("environment"), (operator) => {
    const values = Object.fromEntries(filters);
    return openOneOf(NETWORK_LISTS, { list, of: `network-${operator.environment}`, caller: operator, values });
  });
}
