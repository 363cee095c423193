import type { Page } from "@/server/domain/list";

/** A page of a list (contract 4.4). */
export function presentPage<Item, Shown>({ items, hasMore }: Page<Item>, present: (item: Item) => Shown) {
  return { data: items.map(present), hasMore };
}
