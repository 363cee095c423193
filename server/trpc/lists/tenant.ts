import { CurrencyField } from "@/server/contracts/fields";
import { DELIVERY_LIST } from "@/server/contracts/lists/events";
import {
  AUDIT_LIST,
  AUTHORIZATION_LIST,
  BATCH_LIST,
  CHARGE_LIST,
  CODE_LIST,
  DISPUTE_LIST,
  EXPORT_LIST,
  MEMBER_LIST,
  MERCHANT_LIST,
  REQUEST_LIST,
  SUBSCRIPTION_LIST,
} from "@/server/contracts/lists/tenant";
import { RecordInput } from "@/server/contracts/portal/shared/pages";
import type { StaffCaller } from "@/server/domain/caller";
import { listMembers } from "@/server/domain/members";
import { listMerchants } from "@/server/domain/merchants";
import {
  listAuditRecords,
  listAuthorizations,
  listBatches,
  listChargeRequests,
  listDisputes,
  listIssuedCodes,
  listReportFiles,
} from "@/server/domain/queries";
import { listRequests } from "@/server/domain/request-log";
import { listSortedDeliveries, listSortedSubscriptions } from "@/server/domain/webhooks";
import { CODE_CELLS, presentIssuedCode } from "@/server/presenters/rest/payment-codes";
import { presentSubscription, SUBSCRIPTION_CELLS } from "@/server/presenters/rest/webhooks";
import { AUDIT_CELLS, presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { AUTHORIZATION_CELLS, presentTenantAuthorization } from "@/server/presenters/tenant/authorizations";
import { CHARGE_REQUEST_CELLS, presentTenantCharge } from "@/server/presenters/tenant/charge-requests";
import { DISPUTE_CELLS, presentTenantDispute } from "@/server/presenters/tenant/disputes";
import { presentExport } from "@/server/presenters/tenant/exports";
import { MEMBER_CELLS, presentMember } from "@/server/presenters/tenant/members";
import { MERCHANT_CELLS, presentMerchant } from "@/server/presenters/tenant/merchants";
import { presentRequest, REQUEST_CELLS } from "@/server/presenters/tenant/requests";
import { BATCH_CELLS, presentTenantBatch } from "@/server/presenters/tenant/settlement";
import { DELIVERY_CELLS, presentListedDelivery } from "@/server/presenters/tenant/webhooks";
import { answerStaff } from "../csv-file";
import { answerOneOf, listsOf } from "./console-list";

const list = listsOf<StaffCaller>();

/** The lists of a tenant's console, by the names of their files. */
export const TENANT_LISTS = {
  authorizations: list({
    list: AUTHORIZATION_LIST,
    read: listAuthorizations,
    present: presentTenantAuthorization,
    csv: AUTHORIZATION_CELLS,
  }),
  "payment-codes": list({ list: CODE_LIST, read: listIssuedCodes, present: presentIssuedCode, csv: CODE_CELLS }),
  "charge-requests": list({
    list: CHARGE_LIST,
    read: listChargeRequests,
    present: presentTenantCharge,
    csv: CHARGE_REQUEST_CELLS,
  }),
  members: list({ list: MEMBER_LIST, read: listMembers, present: presentMember, csv: MEMBER_CELLS }),
  merchants: list({ list: MERCHANT_LIST, read: listMerchants, present: presentMerchant, csv: MERCHANT_CELLS }),
  logs: list({ list: REQUEST_LIST, read: listRequests, present: presentRequest, csv: REQUEST_CELLS }),
  webhooks: list({
    list: SUBSCRIPTION_LIST,
    read: listSortedSubscriptions,
    present: presentSubscription,
    csv: SUBSCRIPTION_CELLS,
  }),
  deliveries: list({
    list: DELIVERY_LIST,
    more: RecordInput.shape,
    names: { id: "subscriptionId", event: "eventType", replay: "replayId" },
    read: listSortedDeliveries,
    present: presentListedDelivery,
    csv: DELIVERY_CELLS,
  }),
  settlement: list({
    list: BATCH_LIST,
    /** The currency that the page is seen in; no address has it. */
    more: { currency: CurrencyField.optional() },
    read: listBatches,
    present: presentTenantBatch,
    csv: BATCH_CELLS,
  }),
  disputes: list({ list: DISPUTE_LIST, read: listDisputes, present: presentTenantDispute, csv: DISPUTE_CELLS }),
  exports: list({ list: EXPORT_LIST, read: listReportFiles, present: presentExport, csv: null }),
  audit: list({
    list: AUDIT_LIST,
    /** The address has the part of an action before its dot. */
    names: { noun: "action" },
    read: listAuditRecords,
    present: presentAuditRecord,
    csv: AUDIT_CELLS,
  }),
};

interface Wanted {
  readonly tenant: string;
  readonly environment: string;
  readonly list: string;
  readonly filters: Iterable<readonly [string, string]>;
}

export function answerListCsv(headers: Headers, { list, filters, ...place }: Wanted): Promise<Response> {
  return answerStaff(headers, place, (staff) => {
    const values = { ...Object.fromEntries(filters), ...place };
    return answerOneOf(TENANT_LISTS, { list, of: `${place.tenant}-${place.environment}`, caller: staff, values });
  });
}
