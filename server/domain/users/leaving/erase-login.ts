import { announce } from "@/server/db/announce";
import type { PrismaTransaction } from "@/server/db/prisma";
import { lockRow } from "@/server/db/prisma-transaction";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import { MemberId } from "@/server/platform/noun-ids";
import { removePasskeys } from "../passkeys/passkeys";

export interface Person {
  readonly userId: RecordId | null;
  readonly email: string | null;
  readonly isShared: boolean;
  readonly memberIds: readonly MemberId[];
}

/** By login or by member. If `isLocking`, `db` must be a transaction's. */
export async function findPerson(
  db: PrismaTransaction,
  who: { readonly userId: RecordId } | { readonly memberId: MemberId },
  isLocking: boolean,
): Promise<Person> {
  const userId = "userId" in who ? who.userId : await findOwner(db, who.memberId);
  if (userId !== null && isLocking) await lockRow(db, { table: "users", id: userId, strength: "UPDATE" });
  const login =
    userId && (await db.user.findUnique({ where: { id: userId }, select: { email: true, isShared: true } }));
  if (!login) {
    return { userId: null, email: null, isShared: false, memberIds: "memberId" in who ? [who.memberId] : [] };
  }
  const wallets = await db.role.findMany({
    where: { userId, kind: "member" },
    select: { memberId: true },
    orderBy: { memberId: "asc" },
  });
  const memberIds = wallets.flatMap(({ memberId }) => (memberId === null ? [] : MemberId.parse(memberId)));
  return { userId: parseRecordId(userId), ...login, memberIds };
}

async function findOwner(db: PrismaTransaction, memberId: MemberId): Promise<string | null> {
  const role = await db.role.findFirst({ where: { memberId }, select: { userId: true }, orderBy: { id: "asc" } });
  return role?.userId ?? null;
}

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
