import { getPrisma } from "@/server/db/prisma";

/** E-mails of the publicly known sandbox logins, oldest first; none where the sandbox was never seeded. */
export async function listDemoLogins(): Promise<string[]> {
  const users = await getPrisma().user.findMany({
    where: { isShared: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 10,
    select: { email: true },
  });
  return users.map(({ email }) => email);
}
