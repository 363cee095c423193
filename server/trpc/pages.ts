import type { z } from "zod";
import type { PageInput } from "@/server/contracts/portal/shared/pages";
import type { Page, Position } from "@/server/domain/list";

export const positionOf = ({ cursor, limit }: z.output<typeof PageInput>): Position => ({
  limit,
  startingAfter: cursor ?? null,
});

export function presentPage<Item extends { readonly id: string }, Shown>(
  { items, hasMore }: Page<Item>,
  present: (item: Item) => Shown,
) {
  return { items: items.map(present), next: hasMore ? (items.at(-1)?.id ?? null) : null };
}
