import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { getPrisma, type Prisma, type PrismaTransaction } from "@/server/db/prisma";
import type { UserCaller } from "../caller";
import { openAt } from "./session";

export interface Session {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

const MAX_LISTED = 50;

/** The current one first, then the last seen, at most 50. */
export async function listSessions({ userId, sessionId, now }: UserCaller): Promise<Session[]> {
  const sessions = await getPrisma().portalSession.findMany({
    where: { userId, ...openAt(now) },
    select: { id: true, userAgent: true, address: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return sessions
    .map((session) => ({ ...session, isCurrent: session.id === sessionId }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

export type EndedSessions = "this" | "others" | "all" | { readonly id: string };

/**
 * Signs out devices: their next request is refused, and their open pages are notified. Only the user's own sessions, whatever
 * the id. Returns the number ended.
 *
 * Covers sessions that began after this request. When changing the login, call it after that change in the same transaction,
 * which a concurrent sign-in waits for.
 */
export async function endSessions(
  caller: Pick<UserCaller, "userId" | "sessionId" | "now">,
  which: EndedSessions,
  db?: PrismaTransaction,
): Promise<number> {
  const client = db ?? getPrisma();
  const where = { userId: caller.userId, revokedAt: null, ...conditionOf(caller, which) };
  const open = await client.portalSession.findMany({ where, select: { id: true, createdAt: true } });
  // A session can't end before it began.
  const revokedAt = new Date(Math.max(caller.now.getTime(), ...open.map(({ createdAt }) => createdAt.getTime())));
  const ended = await client.portalSession.updateManyAndReturn({
    where: { id: { in: open.map(({ id }) => id) }, revokedAt: null },
    data: { revokedAt },
    select: { id: true },
  });
  announce(db ?? getPool(), ...ended.map(({ id }) => `session:${id}` as const));
  return ended.length;
}

function conditionOf(
  { sessionId }: Pick<UserCaller, "sessionId">,
  which: EndedSessions,
): Prisma.PortalSessionWhereInput {
  switch (which) {
    case "this":
      return { id: sessionId };
    case "others":
      return { id: { not: sessionId } };
    case "all":
      return {};
    default:
      return { id: which.id };
  }
}
