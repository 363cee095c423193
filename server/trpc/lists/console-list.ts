import { z } from "zod";
import { calendarDay, spanOfDays } from "@/server/contracts/calendar-days";
import type { Filters, List } from "@/server/contracts/lists/filters";
import { listInput } from "@/server/contracts/portal/shared/pages";
import { readForPage } from "@/server/domain/read-for-page";
import type { ListCursor, Sort, SortedPage } from "@/server/domain/sorted-page";
import { type Cells, type Csv, presentListCsv } from "@/server/presenters/shared/list-csv";
import { answerCsv } from "../csv-file";
import { presentSortedPage, readOrder } from "../cursor";
import { refusalOf } from "../refusal-of";

interface Reader {
  readonly now: Date;
  /** Default: UTC. */
  readonly timeZone?: string;
}

/** Answers with a list as a file of this name. Null if the filters are invalid. */
type AnswerFile<Caller> = (caller: Caller, values: object, name: string) => Promise<Response | null>;

type InputOf<Of extends List> = z.output<ReturnType<typeof listInput<Of>>>;

/** What a query takes: null for a filter that isn't set, amounts as numbers, `from` and `to` as the moments around them. */
type FilterOf<Of extends List> = {
  readonly [Name in Exclude<keyof Of["filters"], "from" | "to"> & keyof InputOf<Of>]:
    | (Of["filters"][Name] extends { readonly is: "amount" } ? number : Exclude<InputOf<Of>[Name], undefined>)
    | null;
} & (Of["filters"] extends { readonly from: unknown } ? ReturnType<typeof spanOfDays> : unknown);

type NameOfSort<Of extends List> = Of["sorts"] extends readonly (infer Text)[]
  ? Text extends `-${infer Name}`
    ? Name
    : Text & string
  : never;

interface Order<Name extends string> {
  readonly sort: Sort<Name> | null;
  readonly cursor: ListCursor | null;
  readonly limit: number;
  /** Ids of the records that were chosen; null for all. */
  readonly only: readonly string[] | null;
}

type MoreOf<More extends z.ZodRawShape> = keyof More extends never ? unknown : z.output<z.ZodObject<More>>;

type Asked<Of extends List, More extends z.ZodRawShape> = FilterOf<Of> & Order<NameOfSort<Of>> & MoreOf<More>;

/** A filter that the query doesn't take would be accepted and ignored: it is a type error instead. */
type Taken<
  Of extends List,
  Read extends (...args: never) => unknown,
> = keyof FilterOf<Of> extends keyof Parameters<Read>[1]
  ? unknown
  : { readonly ignores: Exclude<keyof FilterOf<Of>, keyof Parameters<Read>[1]> };

/**
 * The lists of a console for callers of one kind. A list is read by its definition in `server/contracts/lists`, page by page or
 * as a file.
 */
export function listsOf<Caller extends Reader>() {
  return function consoleList<
    const Of extends List,
    Read extends (caller: Caller, asked: Asked<Of, NoInfer<More>>) => unknown,
    Item,
    Shown,
    More extends z.ZodRawShape = Record<never, never>,
  >(definition: {
    readonly list: Of & Taken<Of, Read>;
    /** What is asked besides, without being a filter of the address. */
    readonly more?: More;
    readonly read: Read & ((caller: Caller, asked: Asked<Of, NoInfer<More>>) => Promise<SortedPage<Item>>);
    readonly present: (item: Item, now: Date) => Shown;
    /** Null: there is no file. */
    readonly csv: Cells<Shown> | null;
  }) {
    type Input = InputOf<Of> & MoreOf<More>;
    const { present, csv } = definition;
    const input = listInput(definition.list as Of).extend((definition.more ?? {}) as More);
    const filter = (caller: Caller, asked: InputOf<Of>) =>
      filterOf(definition.list.filters, asked, caller.timeZone ?? "UTC") as FilterOf<Of>;
    const readWith = (caller: Caller, asked: Input, order: Order<string>) =>
      definition.read(caller, { ...asked, ...filter(caller, asked), ...order } as Asked<Of, More>) as Promise<
        SortedPage<Item>
      >;
    const read = (caller: Caller, asked: Input) =>
      readWith(caller, asked, { ...readOrder(asked as OrderInput), only: null });
    return {
      input,
      filter,
      read,
      page: async (caller: Caller, asked: Input) =>
        presentSortedPage(await read(caller, asked), (item) => present(item, caller.now)),
      file:
        csv &&
        fileOf<Caller, Input, Item>(input as unknown as z.ZodType<Input>, presentListCsv(present, csv), readWith),
    };
  };
}

interface OrderInput {
  readonly sort?: string;
  readonly cursor?: string | null;
  readonly limit: number;
}

function filterOf(filters: Filters, asked: Readonly<Record<string, unknown>>, zone: string) {
  const values = Object.entries(filters).map(([name, { is }]) => {
    const value = asked[name] ?? null;
    return [name, is === "amount" && value !== null ? Number(value) : value];
  });
  const { from, to, ...rest } = Object.fromEntries(values);
  return "from" in filters ? { ...rest, ...spanOfDays({ from, to }, zone) } : rest;
}

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

/** A list, or records chosen in it, read a thousand at a time. */
function fileOf<Caller extends Reader, Input, Item>(
  contract: z.ZodType<Input>,
  { head, line }: Csv<Item>,
  list: (caller: Caller, input: Input, order: Order<string>) => Promise<SortedPage<Item>>,
): AnswerFile<Caller> {
  return async (caller, values, name) => {
    const input = contract.safeParse(values);
    const chosen = ChosenInput.safeParse(values);
    if (!input.success || !chosen.success) return null;
    const { sort } = input.data as OrderInput;
    const order = { ...readOrder({ sort, limit: RECORDS_AT_ONCE }), only: chosen.data.ids ?? null };
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
  /** Where the list is of: a part of the file's name. */
  readonly of: string;
  readonly caller: Caller;
  readonly values: object;
}

/** Answers with one of these lists as a file. Null for an unknown list or invalid filters. */
export async function answerOneOf<Caller extends Reader>(
  lists: Readonly<Record<string, { readonly file: AnswerFile<Caller> | null }>>,
  { list, of, caller, values }: Wanted<Caller>,
): Promise<Response | null> {
  const file = Object.hasOwn(lists, list) ? lists[list]?.file : null;
  if (!file || refusalOf(values) !== null) return null;
  return file(caller, values, `${list}-${of}-${calendarDay(caller.now, caller.timeZone ?? "UTC")}.csv`);
}
