import type { z } from "zod";
import { PageInput } from "@/server/contracts/portal/shared/pages";
import {
  AuthorizationListInput,
  BatchListInput,
  ChargeRequestListInput,
  CodeListInput,
} from "@/server/contracts/portal/tenant/money";
import { RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { MemberListInput } from "@/server/contracts/portal/tenant/setup";
import type { StaffCaller } from "@/server/domain/caller";
import { listMembers } from "@/server/domain/members";
import { listMerchants } from "@/server/domain/merchants";
import type { PageCursor } from "@/server/domain/page";
import { readForPage } from "@/server/domain/read-for-page";
import { listRequests } from "@/server/domain/request-log";
import type { ListCursor } from "@/server/domain/sorted-page";
import { listAuthorizations, listBatches, listChargeRequests, listIssuedCodes } from "@/server/domain/stories";
import {
  AUTHORIZATIONS_CSV,
  BATCHES_CSV,
  CHARGE_REQUESTS_CSV,
  CODES_CSV,
  type Csv,
  MEMBERS_CSV,
  MERCHANTS_CSV,
  REQUESTS_CSV,
} from "@/server/presenters/tenant/list-csv";
import { answerCsv, answerStaff } from "./csv-file";
import { readSort } from "./cursor";
import { authorizationFilterOf, chargeFilterOf, codeFilterOf, requestFilterOf } from "./tenant-filters";

const RECORDS_AT_ONCE = 1_000;

/** Answers with a list as a file of this name; null: the filters are none of the list's. */
type ListFile = (staff: StaffCaller, values: object, name: string) => Promise<Response | null>;

interface PageOf<Cursor> {
  readonly limit: number;
  readonly cursor: Cursor | null;
}

interface ReadPage<Item, Cursor> {
  readonly items: readonly Item[];
  readonly next: Cursor | null;
}

function fileOf<Input extends z.ZodType, Item, Cursor>(
  contract: Input,
  { head, line }: Csv<Item>,
  list: (staff: StaffCaller, input: z.output<Input>, page: PageOf<Cursor>) => Promise<ReadPage<Item, Cursor>>,
): ListFile {
  return async (staff, values, name) => {
    const input = contract.safeParse(values);
    if (!input.success) return null;
    const read = async (cursor: Cursor | null) => {
      const page = { limit: RECORDS_AT_ONCE, cursor };
      const { items, next } = await readForPage(() => list(staff, input.data, page));
      return { text: items.map((item) => line(item, staff.now)).join(""), next };
    };
    const first = await read(null);
    return answerCsv(name, { text: head + first.text, next: first.next }, read);
  };
}

const FILES: Readonly<Record<string, ListFile>> = {
  authorizations: fileOf(AuthorizationListInput, AUTHORIZATIONS_CSV, (staff, input, page: PageOf<ListCursor>) =>
    listAuthorizations(staff, { ...authorizationFilterOf(input), sort: readSort(input.sort), ...page }),
  ),
  "payment-codes": fileOf(CodeListInput, CODES_CSV, (staff, input, page: PageOf<ListCursor>) =>
    listIssuedCodes(staff, { ...codeFilterOf(input), sort: readSort(input.sort), ...page }),
  ),
  "charge-requests": fileOf(ChargeRequestListInput, CHARGE_REQUESTS_CSV, (staff, input, page: PageOf<ListCursor>) =>
    listChargeRequests(staff, { ...chargeFilterOf(input), sort: readSort(input.sort), ...page }),
  ),
  members: fileOf(MemberListInput, MEMBERS_CSV, (staff, { search = null }, page: PageOf<PageCursor>) =>
    listMembers(staff, { search, ...page }),
  ),
  merchants: fileOf(PageInput, MERCHANTS_CSV, (staff, _, page: PageOf<PageCursor>) => listMerchants(staff, page)),
  logs: fileOf(RequestListInput, REQUESTS_CSV, (staff, input, page: PageOf<PageCursor>) =>
    listRequests(staff, { filters: requestFilterOf(input), ...page }),
  ),
  settlement: fileOf(BatchListInput, BATCHES_CSV, (staff, { merchant = null, sort }, page: PageOf<ListCursor>) =>
    listBatches(staff, { merchant, sort: readSort(sort), ...page }),
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
