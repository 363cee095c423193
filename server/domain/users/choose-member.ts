import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import type { MemberId } from "@/server/platform/noun-ids";
import type { UserCaller } from "../caller";
import { DomainError } from "../errors";

/** From now on this session looks at the wallet as that member, one of the user's own. Throws `not_permitted`. */
export async function chooseMember(caller: UserCaller, input: { readonly memberId: MemberId }): Promise<void> {
  const { userId, sessionId } = caller;
  const { memberId } = input;
  const role = await getPrisma().role.findUnique({ where: { userId_memberId: { userId, memberId } } });
  if (!role) throw new DomainError("not_permitted", "This login doesn’t belong to that member.");
  await getPrisma().portalSession.update({ where: { id: sessionId }, data: { memberId } });
  // Other tabs of this session still show the other member.
  announce(getPool(), `session:${sessionId}`);
}
