import { getPrisma } from "@/server/db/prisma";
import type { MemberCaller } from "../caller";

/** Whether a login of this member is publicly known: then what it has must stay as it is documented. */
export async function isSharedMember(caller: MemberCaller): Promise<boolean> {
  const where = { kind: "member", memberId: caller.memberId, user: { isShared: true } } as const;
  return (await getPrisma().role.findFirst({ where, select: { id: true } })) !== null;
}
