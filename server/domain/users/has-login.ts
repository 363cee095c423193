import { getPrisma } from "@/server/db/prisma";

/** Whether someone signs in with this email, which is in lower case. */
export async function hasLoginWith(email: string): Promise<boolean> {
  return (await getPrisma().user.findUnique({ where: { email }, select: { id: true } })) !== null;
}
