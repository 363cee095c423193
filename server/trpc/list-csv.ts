import {
  AuthorizationListInput,
  BatchListInput,
  ChargeRequestListInput,
  CodeListInput,
} from "@/server/contracts/portal/tenant/money";
import { ReportListInput } from "@/server/contracts/portal/tenant/reports";
import { RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { AuditListInput, MemberListInput, MerchantListInput } from "@/server/contracts/portal/tenant/setup";
import { DeliveryPageInput, SubscriptionPageInput } from "@/server/contracts/portal/tenant/webhooks";
import type { StaffCaller } from "@/server/domain/caller";
import { listMembers } from "@/server/domain/members";
import { listMerchants } from "@/server/domain/merchants";
import {
  listAuditRecords,
  listAuthorizations,
  listBatches,
  listChargeRequests,
  listIssuedCodes,
  listReports,
} from "@/server/domain/queries";
import { listRequests } from "@/server/domain/request-log";
import { listSortedDeliveries, listSortedSubscriptions } from "@/server/domain/webhooks";
import { AUDIT_CSV } from "@/server/presenters/shared/audit-csv";
import {
  AUTHORIZATIONS_CSV,
  BATCHES_CSV,
  CHARGE_REQUESTS_CSV,
  CODES_CSV,
  DELIVERIES_CSV,
  MEMBERS_CSV,
  MERCHANTS_CSV,
  REPORTS_CSV,
  REQUESTS_CSV,
  SUBSCRIPTIONS_CSV,
} from "@/server/presenters/tenant/list-csv";
import { answerStaff } from "./csv-file";
import { answerOneOf, fileOf, type ListFile } from "./list-file";
import {
  authorizationFilterOf,
  chargeFilterOf,
  codeFilterOf,
  requestFilterOf,
  subscriptionFilterOf,
} from "./tenant-filters";

const FILES: Readonly<Record<string, ListFile<StaffCaller>>> = {
  authorizations: fileOf(AuthorizationListInput, AUTHORIZATIONS_CSV, (staff, input, order) =>
    listAuthorizations(staff, { ...authorizationFilterOf(input, staff.timeZone), ...order }),
  ),
  "payment-codes": fileOf(CodeListInput, CODES_CSV, (staff, input, order) =>
    listIssuedCodes(staff, { ...codeFilterOf(input), ...order }),
  ),
  "charge-requests": fileOf(ChargeRequestListInput, CHARGE_REQUESTS_CSV, (staff, input, order) =>
    listChargeRequests(staff, { ...chargeFilterOf(input), ...order }),
  ),
  members: fileOf(MemberListInput, MEMBERS_CSV, (staff, { search = null }, order) =>
    listMembers(staff, { search, ...order }),
  ),
  merchants: fileOf(MerchantListInput, MERCHANTS_CSV, (staff, _, order) => listMerchants(staff, order)),
  logs: fileOf(RequestListInput, REQUESTS_CSV, (staff, input, order) =>
    listRequests(staff, { filters: requestFilterOf(input), ...order }),
  ),
  webhooks: fileOf(SubscriptionPageInput, SUBSCRIPTIONS_CSV, (staff, input, order) =>
    listSortedSubscriptions(staff, { ...subscriptionFilterOf(input), ...order }),
  ),
  deliveries: fileOf(DeliveryPageInput, DELIVERIES_CSV, (staff, { id, status = null, event = null }, order) =>
    listSortedDeliveries(staff, { subscriptionId: id, status, eventType: event, ...order }),
  ),
  settlement: fileOf(BatchListInput, BATCHES_CSV, (staff, { merchant = null, currency = null }, order) =>
    listBatches(staff, { merchant, currency, ...order }),
  ),
  reports: fileOf(ReportListInput, REPORTS_CSV, (staff, { state = null }, order) =>
    listReports(staff, { state, ...order }),
  ),
  audit: fileOf(AuditListInput, AUDIT_CSV, (staff, { noun: action, actor }, order) =>
    listAuditRecords(staff, { action, actor, ...order }),
  ),
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
    const of = `${place.tenant}-${place.environment}`;
    return answerOneOf(FILES, { list, of, caller: staff, zone: staff.timeZone, values });
  });
}
