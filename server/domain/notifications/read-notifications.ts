import { getPrisma } from "@/server/db/prisma";
import type { Environment, UserCaller } from "../caller";
import { type Page, type PageInput, toPage } from "../page";

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

export async function listNotifications(
  { userId }: UserCaller,
  { limit, cursor }: PageInput,
): Promise<Page<Notification>> {
  const isOlder = cursor && {
    OR: [{ createdAt: { lt: cursor.createdAt } }, { createdAt: cursor.createdAt, id: { lt: cursor.id } }],
  };
  const rows = await getPrisma().notification.findMany({
    where: { userId, ...isOlder },
    select: SHOWN,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return toPage(rows, limit, (notification) => notification);
}

export async function countUnread({ userId }: UserCaller): Promise<number> {
  return getPrisma().notification.count({ where: { userId, readAt: null }, take: MAX_COUNT });
}

/** Null marks all. Only the user's own. */
export async function markRead({ userId, now }: UserCaller, input: { readonly id: string | null }): Promise<void> {
  const which = input.id === null ? {} : { id: input.id };
  await getPrisma().notification.updateMany({ where: { userId, readAt: null, ...which }, data: { readAt: now } });
}
