import { z } from "zod";
import { calendarDay, spanOfDays } from "@/server/contracts/calendar-days";
import { DateField, RecordIdField } from "@/server/contracts/fields";
import { PageInput } from "@/server/contracts/portal/shared/pages";
import { type List, type ListPage, listPageOf, type Order, type Span, type Taken } from "@/server/domain/list";
import { type Cells, presentListCsv } from "@/server/presenters/shared/list-csv";
import { csvFile } from "../csv-file";
import type { FileParts } from "../file-answer";
import { refusalOf } from "../refusal-of";

interface Reader {
  readonly now: Date;
  /** Default: UTC. */
  readonly timeZone?: string;
}

/** A list as a file of this name. Null if the filters are invalid. */
type OpenFile<Caller> = (caller: Caller, values: object, name: string) => FileParts | null;

/** First and last day, both included, by the clocks of the reader. */
export const DAYS = { from: DateField, to: DateField };

type Values<Shape extends z.ZodRawShape> = {
  readonly [Name in Exclude<keyof Shape, keyof typeof DAYS>]: Exclude<z.output<Shape[Name]>, undefined> | null;
} & ("from" extends keyof Shape ? Required<Span> : unknown);

type Listed<Item, Name extends string> = List<Item, Name> | ((order: Order<Name>) => Promise<ListPage<Item>>);

interface Definition<Caller, Shape extends z.ZodRawShape, Name extends string, Taking, Item, Shown> {
  /** By their names in the address. */
  readonly filters: Shape & Taken<Values<Shape>, Taking>;
  /** Orders besides newest and oldest first. Default: none; null: not even oldest first. */
  readonly sorts?: readonly Name[] | null;
  readonly read: (caller: Caller, filter: Taking) => Listed<Item, Name> | Promise<Listed<Item, Name>>;
  readonly present: (item: Item, now: Date) => Shown;
  /** Null: there is no file. */
  readonly csv: Cells<Shown> | null;
}

/** Defines the lists of one console, for its caller: page and file of each have the same filters, order, and records. */
export function listsOf<Context, Caller extends Reader>(callerOf: (ctx: Context) => Caller) {
  return function consoleList<
    Shape extends z.ZodRawShape,
    Taking,
    Item extends { readonly id: string },
    Shown,
    const Name extends string = never,
  >({ filters, sorts = [], read, present, csv }: Definition<Caller, Shape, Name, Taking, Item, Shown>) {
    const shape: Shape = filters;
    const orders = sorts === null ? [] : ["time", ...sorts.flatMap((name) => [name, `-${name}`])];
    const fields = z.object({ ...shape, ...(sorts ? { sort: z.enum(orders) } : {}) }).partial();
    type Asked = z.output<z.ZodObject<{ [Field in keyof Shape]: z.ZodOptional<Shape[Field]> }>>;
    const filterOf = (caller: Caller, asked: Readonly<Record<string, unknown>>) => {
      const values = Object.fromEntries(Object.keys(shape).map((name) => [name, asked[name] ?? null]));
      const { from, to, ...rest } = values;
      const span = spanOfDays({ from, to } as Parameters<typeof spanOfDays>[0], caller.timeZone ?? "UTC");
      return { ...rest, createdFrom: span.from, createdBefore: span.before } as Taking;
    };
    const pageOf = async (caller: Caller, asked: object, order: Omit<Order<Name>, "sort">) => {
      const listed = await read(caller, filterOf(caller, asked as Record<string, unknown>));
      const ordered = { ...order, sort: readSort<Name>("sort" in asked ? String(asked.sort) : "") };
      return typeof listed === "function" ? listed(ordered) : listPageOf(listed, ordered);
    };
    const file: OpenFile<Caller> = (caller, values, name) => {
      const asked = fields.safeParse(values);
      const chosen = Chosen.safeParse(values);
      if (!asked.success || !chosen.success) return null;
      const { head, line } = presentListCsv(present, csv ?? {});
      const order = { limit: RECORDS_AT_ONCE, only: chosen.data.ids ?? null };
      const part = async (startingAfter: string | null) => {
        const { items, next } = await pageOf(caller, asked.data, { ...order, startingAfter });
        return { text: items.map((item) => line(item, caller.now)).join(""), next };
      };
      return csvFile(name, BYTE_ORDER_MARK + head, part);
    };
    const input = PageInput.extend(lenient(fields.shape)) as unknown as z.ZodType<
      Asked & z.output<typeof PageInput>,
      { readonly [Field in keyof Shape | "sort" | "cursor" | "limit"]?: unknown }
    >;
    const readPage = (caller: Caller, asked: z.output<typeof input>) =>
      pageOf(caller, asked, { limit: asked.limit, startingAfter: asked.cursor ?? null, only: null });
    return {
      /** Leaves out what isn’t valid, as if it were not in the address. */
      input,
      orders,
      filter: filterOf,
      read: readPage,
      query: async ({ ctx, input: asked }: { readonly ctx: Context; readonly input: z.output<typeof input> }) => {
        const caller = callerOf(ctx);
        const { items, next, isPart, total } = await readPage(caller, asked);
        return { items: items.map((item) => present(item, caller.now)), next, isPart, total };
      },
      file: csv && file,
    };
  };
}

const lenient = (shape: z.ZodRawShape) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.catch(field as z.ZodType, undefined)]));

/** `-amount` means largest first. */
function readSort<Name extends string>(text: string): Order<Name>["sort"] {
  if (text === "") return null;
  const isDescending = text.startsWith("-");
  return { by: (isDescending ? text.slice(1) : text) as Name, isDescending };
}

/** Without it Excel reads the file in the machine's legacy encoding instead of UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";
const RECORDS_AT_ONCE = 1_000;
const MAX_CHOSEN = 200;

const Chosen = z.object({
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(RecordIdField).max(MAX_CHOSEN))
    .optional(),
});

interface Wanted<Caller> {
  readonly list: string;
  /** Which tenant or network the list belongs to; part of the file's name. */
  readonly of: string;
  readonly caller: Caller;
  readonly values: object;
}

/** One of these lists as a file. Null for an unknown list or invalid filters. */
export function openOneOf<Caller extends Reader>(
  lists: Readonly<Record<string, { readonly file: OpenFile<Caller> | null }>>,
  { list, of, caller, values }: Wanted<Caller>,
): FileParts | null {
  const file = Object.hasOwn(lists, list) ? lists[list]?.file : null;
  if (!file || refusalOf(values) !== null) return null;
  return file(caller, values, `${list}-${of}-${calendarDay(caller.now, caller.timeZone ?? "UTC")}.csv`);
}
