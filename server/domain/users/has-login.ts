import { getPrisma } from "@/server/db/prisma";

/** `email` must be in lowercase. */
export async function hasLoginWith(email: string): Promise<boolean> {
  return (await getPrisma().user.findUnique({ where: { email }, select: { id: true } })) !== null;
}
