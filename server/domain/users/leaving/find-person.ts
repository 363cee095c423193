import type { PrismaTransaction } from "@/server/db/prisma";
import { lockRow } from "@/server/db/prisma-transaction";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import { MemberId } from "@/server/platform/noun-ids";

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
