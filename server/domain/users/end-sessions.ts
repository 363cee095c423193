import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import type { Prisma } from "@/server/db/prisma";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import type { UserCaller } from "../caller";

/** Which of the user's own sessions end: this one, another by its id, all but this one, or all. */
export type EndedSessions = "this" | "others" | "all" | { readonly id: string };

/**
 * Signs devices out: their next request is refused, and pages that are open there learn of it. Sessions of others are
 * not touched, whatever the id. Returns how many ended.
 *
 * One may have begun after this request did. In the transaction of a change to the login it comes after that change,
 * which a sign-in under way waits for.
 */
export async function endSessions(
  caller: Pick<UserCaller, "userId" | "sessionId" | "now">,
  which: EndedSessions,
  db?: PrismaTransaction,
): Promise<number> {
  const client = db ?? getPrisma();
  const where = { userId: caller.userId, revokedAt: null, ...conditionOf(caller, which) };
  const open = await client.portalSession.findMany({ where, select: { id: true, createdAt: true } });
  // None may end before it began.
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
