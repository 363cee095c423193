import { getPrisma } from "@/server/db/prisma";
import type { UserCaller } from "../caller";
import { openAt } from "./session";

/** A device that is signed in. */
export interface Session {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

const MAX_LISTED = 50;

/** The user's open sessions: this one, then those seen last, at most 50. */
export async function listSessions(caller: UserCaller): Promise<Session[]> {
  const rows = await getPrisma().portalSession.findMany({
    where: { userId: caller.userId, ...openAt(caller.now) },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  const sessions = rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    isCurrent: id === caller.sessionId,
    userAgent,
    address,
    createdAt,
    lastSeenAt,
  }));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
