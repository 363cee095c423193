import type { z } from "zod";
import {
  AuthorizationListInput,
  BatchListInput,
  ChargeRequestListInput,
  CodeListInput,
} from "@/server/contracts/portal/tenant/money";
import { ReportListInput } from "@/server/contracts/portal/tenant/reports";
import { RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { AuditListInput, MemberListInput, MerchantListInput } from "@/server/contracts/portal/tenant/setup";
import { DeliveryPageInput } from "@/server/contracts/portal/tenant/webhooks";
import type { StaffCaller } from "@/server/domain/caller";
import { listMembers } from "@/server/domain/members";
import { listMerchants } from "@/server/domain/merchants";
import { readForPage } from "@/server/domain/read-for-page";
import { listRequests } from "@/server/domain/request-log";
import type { ListCursor, SortedPage } from "@/server/domain/sorted-page";
import {
  listAuditRecords,
  listAuthorizations,
  listBatches,
  listChargeRequests,
  listIssuedCodes,
  listReports,
} from "@/server/domain/stories";
import { listSortedDeliveries } from "@/server/domain/webhooks";
import {
  AUDIT_CSV,
  AUTHORIZATIONS_CSV,
  BATCHES_CSV,
  CHARGE_REQUESTS_CSV,
  CODES_CSV,
  type Csv,
  DELIVERIES_CSV,
  MEMBERS_CSV,
  MERCHANTS_CSV,
  REPORTS_CSV,
  REQUESTS_CSV,
} from "@/server/presenters/tenant/list-csv";
import { answerCsv, answerStaff } from "./csv-file";
import { readOrder } from "./cursor";
import { authorizationFilterOf, chargeFilterOf, codeFilterOf, requestFilterOf } from "./tenant-filters";

const RECORDS_AT_ONCE = 1_000;

/** Answers with a list as a file of this name; null: the filters are none of the list's. */
type ListFile = (staff: StaffCaller, values: object, name: string) => Promise<Response | null>;

interface Asked<Sort extends string> {
  readonly sort?: Sort | undefined;
}

type Order<Sort extends string> = Omit<ReturnType<typeof readOrder<Sort>>, "cursor"> & {
  readonly cursor: ListCursor | null;
};

function fileOf<Sort extends string, Input extends Asked<Sort>, Item>(
  contract: z.ZodType<Input & Asked<Sort>>,
  { head, line }: Csv<Item>,
  list: (staff: StaffCaller, input: Input, order: Order<Sort>) => Promise<SortedPage<Item>>,
): ListFile {
  return async (staff, values, name) => {
    const input = contract.safeParse(values);
    if (!input.success) return null;
    const order = readOrder({ sort: input.data.sort, limit: RECORDS_AT_ONCE });
    const read = async (cursor: ListCursor | null) => {
      const { items, next } = await readForPage(() => list(staff, input.data, { ...order, cursor }));
      return { text: items.map((item) => line(item, staff.now)).join(""), next };
    };
    const first = await read(null);
    return answerCsv(name, { text: head + first.text, next: first.next }, read);
  };
}

const FILES: Readonly<Record<string, ListFile>> = {
  authorizations: fileOf(AuthorizationListInput, AUTHORIZATIONS_CSV, (staff, input, order) =>
    listAuthorizations(staff, { ...authorizationFilterOf(input), ...order }),
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
  deliveries: fileOf(DeliveryPageInput, DELIVERIES_CSV, (staff, { id, status = null, event = null }, order) =>
    listSortedDeliveries(staff, { subscriptionId: id, status, eventType: event, ...order }),
  ),
  settlement: fileOf(BatchListInput, BATCHES_CSV, (staff, { merchant = null }, order) =>
    listBatches(staff, { merchant, ...order }),
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
  /** As the list's page is called. */
  readonly list: string;
  readonly filters: Iterable<readonly [string, string]>;
}

/** All of a list that its filters let through, for anyone who may read its page. */
export function answerListCsv(headers: Headers, { list, filters, ...place }: Wanted): Promise<Response> {
  return answerStaff(headers, place, async (staff) => {
    const file = Object.hasOwn(FILES, list) ? FILES[list] : undefined;
    if (!file) return null;
    const name = `${list}-${place.tenant}-${place.environment}-${staff.now.toISOString().slice(0, 10)}.csv`;
    return file(staff, { ...Object.fromEntries(filters), ...place }, name);
  });
}
