import type { z } from "zod";
import { PageInput } from "@/server/contracts/portal/shared/pages";
import { AuthorizationListInput, BatchListInput, CodeListInput } from "@/server/contracts/portal/tenant/money";
import { RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { MemberListInput } from "@/server/contracts/portal/tenant/setup";
import type { StaffCaller } from "@/server/domain/caller";
import { listMembers } from "@/server/domain/members";
import { listMerchants } from "@/server/domain/merchants";
import type { Page, PageCursor, PageInput as PageOf } from "@/server/domain/page";
import { readForPage } from "@/server/domain/read-for-page";
import { listRequests } from "@/server/domain/request-log";
import { listAuthorizations, listBatches, listIssuedCodes } from "@/server/domain/stories";
import {
  AUTHORIZATIONS_CSV,
  BATCHES_CSV,
  CODES_CSV,
  type Csv,
  MEMBERS_CSV,
  MERCHANTS_CSV,
  REQUESTS_CSV,
} from "@/server/presenters/tenant/list-csv";
import { answerCsv, answerStaff } from "./csv-file";
import { authorizationFilterOf, codeFilterOf, requestFilterOf } from "./tenant-filters";

const RECORDS_AT_ONCE = 1_000;

type ReadPart = (cursor: PageCursor | null) => Promise<{ readonly text: string; readonly next: PageCursor | null }>;

interface ListFile {
  readonly head: string;
  /** Null: the filters are none of the list's. */
  readonly open: (staff: StaffCaller, values: object) => ReadPart | null;
}

function fileOf<Input extends z.ZodType, Item>(
  contract: Input,
  { head, line }: Csv<Item>,
  list: (staff: StaffCaller, input: z.output<Input>, page: PageOf) => Promise<Page<Item>>,
): ListFile {
  return {
    head,
    open: (staff, values) => {
      const input = contract.safeParse(values);
      if (!input.success) return null;
      return async (cursor) => {
        const page = { limit: RECORDS_AT_ONCE, cursor };
        const { items, next } = await readForPage(() => list(staff, input.data, page));
        return { text: items.map((item) => line(item, staff.now)).join(""), next };
      };
    },
  };
}

const FILES: Readonly<Record<string, ListFile>> = {
  authorizations: fileOf(AuthorizationListInput, AUTHORIZATIONS_CSV, (staff, input, page) =>
    listAuthorizations(staff, { ...authorizationFilterOf(input), ...page }),
  ),
  "payment-codes": fileOf(CodeListInput, CODES_CSV, (staff, input, page) =>
    listIssuedCodes(staff, { ...codeFilterOf(input), ...page }),
  ),
  members: fileOf(MemberListInput, MEMBERS_CSV, (staff, { search = null }, page) =>
    listMembers(staff, { search, ...page }),
  ),
  merchants: fileOf(PageInput, MERCHANTS_CSV, (staff, _, page) => listMerchants(staff, page)),
  logs: fileOf(RequestListInput, REQUESTS_CSV, (staff, input, page) =>
    listRequests(staff, { filters: requestFilterOf(input), ...page }),
  ),
  settlement: fileOf(BatchListInput, BATCHES_CSV, (staff, { merchant = null }, page) =>
    listBatches(staff, { merchant, ...page }),
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
    const read = file?.open(staff, { ...Object.fromEntries(filters), ...place });
    if (!file || !read) return null;
    const first = await read(null);
    const name = `${list}-${place.tenant}-${place.environment}-${staff.now.toISOString().slice(0, 10)}.csv`;
    return answerCsv(name, { text: file.head + first.text, next: first.next }, read);
  });
}
