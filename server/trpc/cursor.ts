import type { Page, PageCursor } from "@/server/domain/page";
import type { ListCursor, Sort, SortedPage } from "@/server/domain/sorted-page";

export function readCursor(text: string | null | undefined): PageCursor | null {
  if (!text) return null;
  const [createdAt = "", id = ""] = text.split("~");
  return { createdAt: new Date(createdAt), id };
}

export function presentPage<Item, Shown>({ items, next }: Page<Item>, present: (item: Item) => Shown) {
  return { items: items.map(present), next: next && `${next.createdAt.toISOString()}~${next.id}` };
}

/** A cursor for a list with a choosable order: `<time>~<value>~<id>` if an order was chosen. */
function readListCursor(text: string | null | undefined): ListCursor | null {
  const [at = "", value = "", id] = text?.split("~") ?? [];
  if (id === undefined) return readCursor(text);
  return { asOf: new Date(at), value: decodeURIComponent(value), id };
}

function listCursorText(cursor: ListCursor): string {
  if ("createdAt" in cursor) return `${cursor.createdAt.toISOString()}~${cursor.id}`;
  const value = encodeURIComponent(cursor.value).replaceAll("~", "%7E");
  return `${cursor.asOf.toISOString()}~${value}~${cursor.id}`;
}

export function presentSortedPage<Item, Shown>(page: SortedPage<Item>, present: (item: Item) => Shown) {
  const { items, next, ...rest } = page;
  return { items: items.map(present), next: next && listCursorText(next), ...rest };
}

interface SortedAsked<Text extends string> {
  readonly sort?: Text | undefined;
  readonly cursor?: string | null | undefined;
  readonly limit: number;
}

export function readOrder<Text extends string>({ sort, cursor, limit }: SortedAsked<Text>) {
  return { sort: readSort(sort), cursor: readListCursor(cursor), limit };
}

type NameOf<Text extends string> = Text extends `-${infer Name}` ? Name : Text;

/** `-amount` means largest first. The contract has checked that the list supports this order. */
function readSort<Text extends string>(text: Text | undefined): Sort<NameOf<Text>> | null {
  if (text === undefined) return null;
  const isDescending = text.startsWith("-");
  return { by: (isDescending ? text.slice(1) : text) as NameOf<Text>, isDescending };
}
