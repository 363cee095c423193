import { CurrencyField } from "@/server/contracts/fields";
import {
  AUDIT_LIST,
  BANK_LINE_LIST,
  BATCH_LIST,
  MEMBER_LIST,
  MERCHANT_LIST,
  PAYOUT_LIST,
  RUN_LIST,
  TENANT_LIST,
} from "@/server/contracts/lists/network";
import type { OperatorCaller } from "@/server/domain/caller";
import { listEngineRuns } from "@/server/domain/engine";
import {
  listAuditRecords,
  listBankLines,
  listNetworkBatches,
  listNetworkMembers,
  listNetworkMerchants,
  listNetworkPayouts,
} from "@/server/domain/queries";
import { listTenants } from "@/server/domain/tenants";
import { BANK_LINE_CELLS, presentBankLine } from "@/server/presenters/network/bank";
import {
  BATCH_CELLS,
  MEMBER_CELLS,
  MERCHANT_CELLS,
  presentListedTenant,
  presentNetworkBatch,
  presentNetworkMember,
  presentNetworkMerchant,
  TENANT_CELLS,
} from "@/server/presenters/network/network";
import { PAYOUT_CELLS, presentNetworkPayout } from "@/server/presenters/network/payouts";
import { presentRun, RUN_CELLS } from "@/server/presenters/network/running";
import { NETWORK_AUDIT_CELLS, presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { answerOperator } from "../csv-file";
import { answerOneOf, listsOf } from "./console-list";

const list = listsOf<OperatorCaller>();

/** The lists of the operators' console, by the names of their files. */
export const NETWORK_LISTS = {
  tenants: list({ list: TENANT_LIST, read: listTenants, present: presentListedTenant, csv: TENANT_CELLS }),
  merchants: list({
    list: MERCHANT_LIST,
    read: listNetworkMerchants,
    present: presentNetworkMerchant,
    csv: MERCHANT_CELLS,
  }),
  members: list({ list: MEMBER_LIST, read: listNetworkMembers, present: presentNetworkMember, csv: MEMBER_CELLS }),
  settlement: list({
    list: BATCH_LIST,
    /** The currency that the page is seen in; no address has it. */
    more: { currency: CurrencyField.optional() },
    read: listNetworkBatches,
    present: presentNetworkBatch,
    csv: BATCH_CELLS,
  }),
  payouts: list({ list: PAYOUT_LIST, read: listNetworkPayouts, present: presentNetworkPayout, csv: PAYOUT_CELLS }),
  "bank-lines": list({ list: BANK_LINE_LIST, read: listBankLines, present: presentBankLine, csv: BANK_LINE_CELLS }),
  engine: list({
    list: RUN_LIST,
    names: { function: "functionId" },
    read: listEngineRuns,
    present: presentRun,
    csv: RUN_CELLS,
  }),
  /** Covers both environments, since what is done to a tenant or the network affects both. */
  audit: list({ list: AUDIT_LIST, read: listAuditRecords, present: presentAuditRecord, csv: NETWORK_AUDIT_CELLS }),
};

interface Wanted {
  readonly list: string;
  readonly filters: URLSearchParams;
}

export function answerNetworkCsv(headers: Headers, { list, filters }: Wanted): Promise<Response> {
  return answerOperator(headers, filters.get("environment"), (operator) => {
    const values = Object.fromEntries(filters);
    return answerOneOf(NETWORK_LISTS, { list, of: `network-${operator.environment}`, caller: operator, values });
  });
}
