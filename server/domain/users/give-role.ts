import type { PrismaTransaction, RoleKind } from "@/server/db/prisma";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { TenantRole } from "../caller";

interface TeamPlace {
  readonly userId: string;
  readonly tenantId: TenantId;
}

/** Without a role, in the caller's transaction. False if the email has a login. */
export async function addUser(
  db: PrismaTransaction,
  user: { readonly id: string; readonly email: string; readonly passwordHash: string; readonly now: Date },
): Promise<boolean> {
  const { id, email, passwordHash, now } = user;
  const added = await db.user.createMany({ data: [{ id, email, passwordHash, createdAt: now }], skipDuplicates: true });
  return added.count > 0;
}

/** False if the user has a role there. */
export async function giveTeamRole(
  db: PrismaTransaction,
  { userId, tenantId, kind, now }: TeamPlace & { readonly kind: RoleKind; readonly now: Date },
): Promise<boolean> {
  const role = { id: newRecordId(now), userId, kind, tenantId, createdAt: now };
  const given = await db.role.createMany({ data: [role], skipDuplicates: true });
  return given.count > 0;
}

/** The caller must know, under the member's lock, that no one has it. */
export async function giveWallet(
  db: PrismaTransaction,
  { userId, memberId, now }: { readonly userId: string; readonly memberId: MemberId; readonly now: Date },
): Promise<void> {
  await db.role.create({ data: { id: newRecordId(now), userId, kind: "member", memberId, createdAt: now } });
}

export async function changeTeamRole(
  db: PrismaTransaction,
  { userId, tenantId, role }: TeamPlace & { readonly role: TenantRole },
): Promise<void> {
  await db.role.updateMany({ where: { userId, tenantId }, data: { kind: `tenant_${role}` } });
}

export async function endTeamRole(db: PrismaTransaction, { userId, tenantId }: TeamPlace): Promise<void> {
  await db.role.deleteMany({ where: { userId, tenantId } });
}
