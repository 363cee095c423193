import { announce } from "@/server/db/announce";
import type { PrismaTransaction } from "@/server/db/prisma";
import { removePasskeys } from "../passkeys/remove-passkey";

/** In the caller's transaction. The row and its id stay, for what the login did. Idempotent. */
export async function eraseLogin(
  db: PrismaTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const { erasedAt } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { erasedAt: true } });
  await db.user.update({
    where: { id: userId },
    data: {
      email: `Deleted person ${userId}`,
      name: null,
      passwordHash: "",
      sealedTotpSecret: null,
      totpConfirmedAt: null,
      totpLastStep: null,
      erasedAt: erasedAt ?? now,
    },
  });
  const open = await db.portalSession.findMany({ where: { userId }, select: { id: true } });
  await db.portalSession.deleteMany({ where: { userId } });
  await removePasskeys(db, userId);
  await db.recoveryCode.deleteMany({ where: { userId } });
  await db.passwordReset.deleteMany({ where: { userId } });
  await db.role.deleteMany({ where: { userId } });
  announce(db, ...open.map(({ id }) => `session:${id}` as const));
}
