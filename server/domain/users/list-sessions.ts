import { getPrisma } from "@/server/db/prisma";
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
