import { getPrisma } from "@/server/db/prisma";
import type { RecordId } from "@/server/platform/ids";
import type { MemberCaller, UserCaller } from "../caller";
import { DomainError } from "../errors";

/**
 * The user in the role of a member: the one chosen for this session while the user still has that role, else the
 * first. Asked of the database each time, so that a role that was taken away ends at once. Throws `not_permitted`.
 */
export async function actAsMember(caller: UserCaller): Promise<MemberCaller> {
  const { userId, sessionId, now, requestId } = caller;
  const db = getPrisma();
  const [session, roles] = await Promise.all([
    db.portalSession.findUnique({ where: { id: sessionId }, select: { memberId: true } }),
    db.role.findMany({
      where: { userId, kind: "member" },
      include: { member: true },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: 100,
    }),
  ]);
  const members = roles.flatMap(({ member }) => member ?? []);
  const member = members.find(({ id }) => id === session?.memberId) ?? members[0];
  if (!member) throw new DomainError("not_permitted", "This page is for members, and this login is none.");
  const { id, tenantId, environment } = member;
  return {
    kind: "member",
    memberId: id as RecordId,
    tenantId: tenantId as RecordId,
    environment,
    now,
    requestId,
  };
}
