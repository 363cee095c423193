import { getPrisma } from "@/server/db/prisma";

const MAX_LISTED = 10;

/** Emails of the publicly known sandbox logins, members first; none where the sandbox was never seeded. */
export async function listDemoLogins(): Promise<string[]> {
  const users = await getPrisma().user.findMany({
    where: { isShared: true },
    orderBy: { email: "asc" },
    take: MAX_LISTED,
    select: { email: true, roles: { select: { kind: true } } },
  });
  const isMember = (user: (typeof users)[number]) => user.roles.some(({ kind }) => kind === "member");
  return users.sort((a, b) => Number(isMember(b)) - Number(isMember(a))).map(({ email }) => email);
}
