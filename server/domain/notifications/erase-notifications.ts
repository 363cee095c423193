import type { PrismaTransaction } from "@/server/db/prisma";

/** All that a login was notified of, in the caller's transaction. What others were told names no member. Idempotent. */
export async function eraseNotifications(db: PrismaTransaction, userId: string): Promise<void> {
  await db.notification.deleteMany({ where: { userId } });
}
