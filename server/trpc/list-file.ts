import { z } from "zod";
import { calendarDay } from "@/server/contracts/calendar-days";
import { readForPage } from "@/server/domain/read-for-page";
import type { ListCursor, SortedPage } from "@/server/domain/sorted-page";
import type { Csv } from "@/server/presenters/shared/list-csv";
import { answerCsv } from "./csv-file";
import { readOrder } from "./cursor";
import { refusalOf } from "./refusal-of";

/** By it Excel reads UTF-8, where it would take a list for the machine's own letters. */
const BYTE_ORDER_MARK = "\uFEFF";
const RECORDS_AT_ONCE = 1_000;
const MAX_CHOSEN = 200;

/** Of records that were chosen in a list, by their ids: these alone are read. */
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

/** Answers with a list as a file of this name; null: the filters are none of the list's. */
export type ListFile<Caller extends Timed> = (caller: Caller, values: object, name: string) => Promise<Response | null>;

interface Asked<Sort extends string> {
  readonly sort?: Sort | undefined;
}

type Order<Sort extends string> = Omit<ReturnType<typeof readOrder<Sort>>, "cursor"> & {
  readonly cursor: ListCursor | null;
  readonly only: readonly string[] | null;
};

/** A list whose order can be chosen, or what was chosen in it, read a thousand records at a time. */
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
  /** As the list's page is called. */
  readonly list: string;
  /** Whose it is, for the file's name. */
  readonly of: string;
  readonly caller: Caller;
  /** In which the file's name says the day. */
  readonly zone: string;
  readonly values: object;
}

/** One of these lists as a file; null: it is none of them, or has no such filters, or none has. */
export async function answerOneOf<Caller extends Timed>(
  files: Readonly<Record<string, ListFile<Caller>>>,
  { list, of, caller, zone, values }: Wanted<Caller>,
): Promise<Response | null> {
  const file = Object.hasOwn(files, list) ? files[list] : undefined;
  if (!file || refusalOf(values) !== null) return null;
  return file(caller, values, `${list}-${of}-${calendarDay(caller.now, zone)}.csv`);
}
