import type { PrismaTransaction } from "@/server/db/prisma";
import { lockRow } from "@/server/db/prisma-transaction";
import { isAllowed, type Permission } from "../authority";
import type { StaffCaller, TenantRole } from "../caller";
import { DomainError, PermissionError } from "../errors";
import { tenantRoleOf, unprovedEmail } from "../users";

export interface Teammate {
  readonly userId: string;
  readonly email: string;
  readonly role: TenantRole;
  readonly isShared: boolean;
  readonly isEmailProved: boolean;
}

interface LockedTeam {
  readonly self: Teammate;
  readonly people: readonly Teammate[];
}

const RANKS: Readonly<Record<TenantRole, number>> = { viewer: 0, developer: 1, admin: 2, owner: 3 };

export function isLower(role: TenantRole, than: TenantRole): boolean {
  return RANKS[role] < RANKS[than];
}

export function roleKindOf(role: TenantRole): `tenant_${TenantRole}` {
  return `tenant_${role}`;
}

/**
 * Locks the team, so that of two owners who leave at once, the second is the last. Must run in a transaction. Throws
 * `not_found` for a caller who was removed meanwhile, `not_permitted` for a shared demo login, whose tenant anyone could take
 * over.
 */
export async function lockTeam(db: PrismaTransaction, caller: StaffCaller): Promise<LockedTeam> {
  await lockRow(db, { table: "tenants", id: caller.tenantId });
  const roles = await db.role.findMany({
    where: { tenantId: caller.tenantId },
    select: { userId: true, kind: true, user: { select: { email: true, isShared: true, emailProvedAt: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const people = roles.flatMap(({ userId, kind, user: { emailProvedAt, ...user } }) => {
    const role = tenantRoleOf(kind);
    return role ? [{ userId, ...user, isEmailProved: emailProvedAt !== null, role }] : [];
  });
  const self = people.find(({ userId }) => userId === caller.userId);
  if (!self) throw new DomainError("not_found", "No such page, or you don’t have access to it.");
  if (self.isShared) throw new DomainError("not_permitted", "This demo login is shared. Its team can’t be changed.");
  return { self, people };
}

/** Checks the current role, not the one the request began with. Throws `not_permitted`. */
export function requireNow({ role }: Teammate, { environment }: StaffCaller, permission: Permission): void {
  if (!isAllowed(role, environment, permission)) {
    throw new PermissionError("not_permitted", `Your role (${role}) doesn’t allow this.`);
  }
}

/** An invitation names the inviter, so their email must be proved. Throws `not_permitted`. */
export function requireOwnName({ isEmailProved }: Teammate): void {
  if (!isEmailProved) throw unprovedEmail();
}

export function findTeammate(people: readonly Teammate[], userId: string): Teammate {
  const found = people.find((person) => person.userId === userId);
  if (!found) throw new DomainError("not_found", "No such person in this team.");
  if (found.isShared) throw new DomainError("not_permitted", "This demo login is shared and can’t be changed.");
  return found;
}

/** A tenant without an owner can't be recovered by its people. Throws `not_permitted`. */
export function requireOwnerBeside(people: readonly Teammate[], { userId }: Teammate): void {
  if (people.some((person) => person.role === "owner" && person.userId !== userId)) return;
  throw new DomainError("not_permitted", "A tenant needs at least one owner. Make someone else an owner first.");
}

/** Their links could still give roles that they no longer may. */
export async function revokeInvitationsOf(db: PrismaTransaction, caller: StaffCaller, userId: string): Promise<void> {
  await db.invitation.updateMany({
    where: { tenantId: caller.tenantId, invitedBy: userId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: caller.now },
  });
}
