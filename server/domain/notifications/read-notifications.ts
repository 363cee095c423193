import { getPrisma } from "@/server/db/prisma";
import type { Environment, UserCaller } from "../caller";
import type { Page, Position } from "../list";

export interface Notification {
  readonly id: string;
  readonly kind: string;
  readonly environment: Environment | null;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

const MAX_COUNT = 100;

const SHOWN = {
  id: true,
  kind: true,
  environment: true,
  title: true,
  text: true,
  href: true,
  createdAt: true,
  readAt: true,
} as const;

/** Newest first. */
export async function listNotifications(
  { userId }: UserCaller,
  { limit, startingAfter = null }: Omit<Position, "endingBefore">,
): Promise<Page<Notification>> {
  const rows = await getPrisma().notification.findMany({
    where: { userId },
    select: SHOWN,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    ...(startingAfter === null ? {} : { cursor: { id: startingAfter }, skip: 1 }),
  });
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

export async function countUnread({ userId }: UserCaller): Promise<number> {
  return getPrisma().notification.count({ where: { userId, readAt: null }, take: MAX_COUNT });
}

/** Null marks all. Only the user's own. */
export async function markRead({ userId, now }: UserCaller, input: { readonly id: string | null }): Promise<void> {
  const which = input.id === null ? {} : { id: input.id };
  await getPrisma().notification.updateMany({ where: { userId, readAt: null, ...which }, data: { readAt: now } });
}
