import { z } from "zod";
import { calendarDay } from "@/server/contracts/calendar-days";
import { readForPage } from "@/server/domain/read-for-page";
import type { ListCursor, SortedPage } from "@/server/domain/sorted-page";
import type { Csv } from "@/server/presenters/shared/list-csv";
import { answerCsv } from "./csv-file";
import { readOrder } from "./cursor";
import { refusalOf } from "./refusal-of";

/** Without it Excel reads the file in the machine's legacy encoding instead of UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";
const RECORDS_AT_ONCE = 1_000;
const MAX_CHOSEN = 200;

const ChosenInput = z.object({
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.string().min(1).max(64)).max(MAX_CHOSEN))
    .optional(),
});

interface Timed {
  readonly now: Date;
}

/** Answers with a list as a file of this name. Null if the filters are invalid. */
export type ListFile<Caller extends Timed> = (caller: Caller, values: object, name: string) => Promise<Response | null>;

interface Asked<Sort extends string> {
  readonly sort?: Sort | undefined;
}

type Order<Sort extends string> = Omit<ReturnType<typeof readOrder<Sort>>, "cursor"> & {
  readonly cursor: ListCursor | null;
  readonly only: readonly string[] | null;
};

/** A sortable list, or records chosen in it, read a thousand at a time. */
export function fileOf<Caller extends Timed, Sort extends string, Input extends Asked<Sort>, Item>(
  contract: z.ZodType<Input & Asked<Sort>>,
  { head, line }: Csv<Item>,
  list: (caller: Caller, input: Input, order: Order<Sort>) => Promise<SortedPage<Item>>,
): ListFile<Caller> {
  return async (caller, values, name) => {
    const input = contract.safeParse(values);
    const chosen = ChosenInput.safeParse(values);
    if (!input.success || !chosen.success) return null;
    const order = { ...readOrder({ sort: input.data.sort, limit: RECORDS_AT_ONCE }), only: chosen.data.ids ?? null };
    const read = async (cursor: ListCursor | null) => {
      const { items, next } = await readForPage(() => list(caller, input.data, { ...order, cursor }));
      return { text: items.map((item) => line(item, caller.now)).join(""), next };
    };
    const first = await read(null);
    return answerCsv(name, { text: BYTE_ORDER_MARK + head + first.text, next: first.next }, read);
  };
}

interface Wanted<Caller> {
  readonly list: string;
  readonly of: string;
  readonly caller: Caller;
  readonly zone: string;
  readonly values: object;
}

/** Answers with one of these lists as a file. Null for an unknown list or invalid filters. */
export async function answerOneOf<Caller extends Timed>(
  files: Readonly<Record<string, ListFile<Caller>>>,
  { list, of, caller, zone, values }: Wanted<Caller>,
): Promise<Response | null> {
  const file = Object.hasOwn(files, list) ? files[list] : undefined;
  if (!file || refusalOf(values) !== null) return null;
  return file(caller, values, `${list}-${of}-${calendarDay(caller.now, zone)}.csv`);
}
