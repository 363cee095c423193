import { getPrisma } from "@/server/db/prisma";
import { MemberId } from "@/server/platform/noun-ids";
import { DEMO_MEMBER } from "./demo-member";

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
