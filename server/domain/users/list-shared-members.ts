import { getPrisma } from "@/server/db/prisma";

const MAX_MEMBERS = 100;

/** The members whose logins are publicly known: the sandbox's. */
export async function listSharedMembers(): Promise<string[]> {
  const roles = await getPrisma().role.findMany({
    where: { kind: "member", user: { isShared: true } },
    select: { memberId: true },
    take: MAX_MEMBERS,
  });
  return roles.flatMap(({ memberId }) => memberId ?? []);
}
