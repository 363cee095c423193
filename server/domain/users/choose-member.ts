import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import type { MemberId } from "@/server/platform/noun-ids";
import type { UserCaller } from "../caller";
import { DomainError } from "../errors";

/** Throws `not_permitted` for someone else's member. */
export async function chooseMember(caller: UserCaller, input: { readonly memberId: MemberId }): Promise<void> {
  const { userId, sessionId } = caller;
  const { memberId } = input;
  const role = await getPrisma().role.findUnique({ where: { userId_memberId: { userId, memberId } } });
  if (!role) throw new DomainError("not_permitted", "This login doesn’t belong to that member.");
  await getPrisma().portalSession.update({ where: { id: sessionId }, data: { memberId } });
  // Other tabs of the session show the previous member.
  announce(getPool(), `session:${sessionId}`);
}
