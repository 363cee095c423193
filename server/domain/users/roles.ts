import type { Brand } from "@/server/contracts/brand/looks";
import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { getPrisma, type PrismaTransaction, type RoleKind } from "@/server/db/prisma";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment, TenantRole, UserCaller } from "../caller";
import { DomainError } from "../errors";

export type Role =
  | {
      readonly kind: "member";
      readonly memberId: MemberId;
      readonly memberName: string;
      readonly tenantId: TenantId;
      readonly tenantTitle: string;
      readonly brand: Brand;
      readonly environment: Environment;
      readonly clockAheadMs: number;
    }
  | {
      readonly kind: "tenant";
      readonly role: TenantRole;
      readonly tenantSlug: string;
      readonly tenantId: TenantId;
      readonly tenantTitle: string;
    }
  | { readonly kind: "network_operator" };

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
export async function assignTeamRole(
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

/** Throws `not_permitted` for someone else's member. */
export async function chooseMember(caller: UserCaller, input: { readonly memberId: MemberId }): Promise<void> {
  const { userId, sessionId } = caller;
  const { memberId } = input;
  const role = await getPrisma().role.findUnique({ where: { userId_memberId: { userId, memberId } } });
  if (!role) throw new DomainError("not_permitted", "This login doesn’t belong to that member.");
  await getPrisma().portalSession.update({ where: { id: sessionId }, data: { memberId } });
  // Other tabs of the session show the previous member.
  announce(getPool(), `session:${sessionId}`);
}
