import type { ApiPage } from "@/server/domain/api-page";

/** A page of a list (contract 4.4). */
export function presentPage<Item, Shown>({ items, hasMore }: ApiPage<Item>, present: (item: Item) => Shown) {
  return { data: items.map(present), hasMore };
}
