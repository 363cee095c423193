import type { Page, PageCursor } from "@/server/domain/page";

/** The contract has checked its form. */
export function readCursor(text: string | null | undefined): PageCursor | null {
  if (!text) return null;
  const [createdAt = "", id = ""] = text.split("~");
  return { createdAt: new Date(createdAt), id };
}

export function presentPage<Item, Shown>({ items, next }: Page<Item>, present: (item: Item) => Shown) {
  return { items: items.map(present), next: next && `${next.createdAt.toISOString()}~${next.id}` };
}
