import { getPrisma } from "@/server/db/prisma";
import { MemberId } from "@/server/platform/noun-ids";

/** Pays in the start page's demo. A member of the public sandbox whom nobody can sign in as. */
export const DEMO_MEMBER = MemberId.parse("TESTmemberRobin01");

/** The member's login is publicly known, or it pays in the start page's demo: its data must stay as documented. */
export async function isSharedMember({ memberId }: { readonly memberId: MemberId }): Promise<boolean> {
  if (memberId === DEMO_MEMBER) return true;
  return (await getPrisma().role.count({ where: { kind: "member", memberId, user: { isShared: true } } })) > 0;
}

const MAX_MEMBERS = 100;

/** Members with publicly known logins, and the start page's demo member. */
export async function listSharedMembers(): Promise<MemberId[]> {
  const roles = await getPrisma().role.findMany({
    where: { kind: "member", user: { isShared: true } },
    select: { memberId: true },
    orderBy: { id: "asc" },
    take: MAX_MEMBERS,
  });
  return [...roles.flatMap(({ memberId }) => (memberId === null ? [] : MemberId.parse(memberId))), DEMO_MEMBER];
}
