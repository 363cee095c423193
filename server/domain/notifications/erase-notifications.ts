import type { PrismaTransaction } from "@/server/db/prisma";

/** In the caller's transaction. Other people's notifications name no member. Idempotent. */
export async function eraseNotifications(db: PrismaTransaction, userId: string): Promise<void> {
  await db.notification.deleteMany({ where: { userId } });
}
