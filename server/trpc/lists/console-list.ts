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

/** Filters as a query takes them: null if unset, amounts as numbers, days `from` and `to` as moments `from` and `before`. */
type FilterOf<Of extends List> = {
  readonly [Name in Exclude<keyof Of["filters"], "from" | "to"> & keyof InputOf<Of>]:
    | (Of["filters"][Name] extends { readonly is: "amount" } ? number : Exclude<InputOf<Of>[Name], undefined>)
    | null;
} & (keyof Of["filters"] & ("from" | "to") extends never ? unknown : ReturnType<typeof spanOfDays>);

type MoreOf<More extends z.ZodRawShape> = keyof More extends never ? unknown : z.output<z.ZodObject<More>>;

/** Values under the query’s own names; null if unset. */
type Renamed<Values, Names> = {
  readonly [Name in keyof Values as Name extends keyof Names ? Names[Name] & string : Name]-?:
    | Exclude<Values[Name], undefined>
    | (undefined extends Values[Name] ? null : never);
};

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

type QueryInput<Of extends List, More extends z.ZodRawShape, Names> = Renamed<FilterOf<Of> & MoreOf<More>, Names> &
  Order<NameOfSort<Of>>;

/** Makes a filter that the query doesn't take a type error. */
type RequireTaken<Values, Read extends (...args: never) => unknown> = keyof Values extends keyof Parameters<Read>[1]
  ? unknown
  : `The query doesn’t take the filter ${Exclude<keyof Values, keyof Parameters<Read>[1]> & string}.`;

/** Defines the lists of one console, for its kind of caller. */
export function listsOf<Caller extends Reader>() {
  /**
   * Makes the input and answer of the page's procedure and the list's file from one definition (`server/contracts/lists`).
   * `read` has to be the use case itself: TypeScript can't tell which filters a function around it passes on.
   */
  return function consoleList<
    const Of extends List,
    // `Read` keeps the use case's own parameters for `RequireTaken`; `Item` is inferred from its result.
    Read extends (caller: Caller, asked: QueryInput<Of, NoInfer<More>, NoInfer<Names>>) => unknown,
    Item,
    Shown,
    More extends z.ZodRawShape = Record<never, never>,
    const Names extends Readonly<Record<string, string>> = Record<never, never>,
  >(definition: {
    readonly list: Of & RequireTaken<Renamed<FilterOf<Of>, NoInfer<Names>>, Read>;
    /** Other input, which isn’t a filter in the address. */
    readonly more?: More;
    /** The query’s own names of filters, where they differ from the address: `{ noun: "action" }`. */
    readonly names?: Names;
    readonly read: ((
      caller: Caller,
      asked: QueryInput<Of, NoInfer<More>, NoInfer<Names>>,
    ) => Promise<SortedPage<Item>>) &
      Read;
    readonly present: (item: Item, now: Date) => Shown;
    /** Null: there is no file. */
    readonly csv: Cells<Shown> | null;
  }) {
    type Input = InputOf<Of> & MoreOf<More>;
    const { present, csv, names = {} } = definition;
    const list: List = definition.list;
    const more = definition.more ?? ({} as More);
    const input = listInput(definition.list as Of).extend(more);
    const filter = (caller: Caller, asked: InputOf<Of>) =>
      filterOf(list.filters, asked, caller.timeZone ?? "UTC") as FilterOf<Of>;
    const readPage = (caller: Caller, asked: Input, order: Order<string>) => {
      const others = Object.keys(more).map((name) => [name, asked[name as keyof Input] ?? null]);
      const values = Object.entries({ ...filter(caller, asked), ...Object.fromEntries(others) });
      const renamed = values.map(([name, value]) => [(names as Readonly<Record<string, string>>)[name] ?? name, value]);
      return definition.read(caller, { ...Object.fromEntries(renamed), ...order });
    };
    const read = (caller: Caller, asked: Input) =>
      readPage(caller, asked, { ...readOrder(asked as OrderInput), only: null });
    return {
      input,
      filter,
      read,
      page: async (caller: Caller, asked: Input) =>
        presentSortedPage(await read(caller, asked), (item) => present(item, caller.now)),
      file: csv && fileOf(input as unknown as z.ZodType<Input>, presentListCsv(present, csv), readPage),
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
  return "from" in filters || "to" in filters ? { ...rest, ...spanOfDays({ from, to }, zone) } : rest;
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
  /** Which tenant or network the list belongs to; part of the file's name. */
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
