import { isUniqueViolation } from "@/server/db/errors";
import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { hashSecret } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { NetworkCaller, OperatorCaller, TenantRole, UserCaller } from "../caller";
import { DomainError } from "../errors";
import { tenantRoleOf } from "./act-as";
import { openAt } from "./session";

export type NewRole =
  | { readonly kind: "member"; readonly memberId: MemberId }
  | {
      readonly kind: "tenant_owner" | "tenant_admin" | "tenant_developer" | "tenant_viewer";
      readonly tenantId: TenantId;
    }
  | { readonly kind: "network_operator" };

export function isEmailTaken(error: unknown): boolean {
  return isUniqueViolation(error, "users_email_key");
}

/** `isShared` marks the publicly known sandbox logins, whose emails no one reads. */
export async function createUser(
  caller: NetworkCaller,
  input: {
    readonly email: string;
    readonly password: string;
    readonly role: NewRole;
    readonly isShared?: boolean;
    readonly isEmailProved?: boolean;
  },
): Promise<{ id: RecordId }> {
  const { now: createdAt } = caller;
  const id = newRecordId(createdAt);
  await getPrisma().user.create({
    data: {
      id,
      email: input.email.toLowerCase(),
      passwordHash: await hashSecret(input.password, "password", id),
      emailProvedAt: input.isEmailProved || input.isShared ? createdAt : null,
      isShared: input.isShared ?? false,
      createdAt,
      roles: { create: { id: newRecordId(createdAt), ...input.role, createdAt } },
    },
  });
  return { id };
}

/** `email` must be in lowercase. */
export async function hasLoginWith(email: string): Promise<boolean> {
  return (await getPrisma().user.findUnique({ where: { email }, select: { id: true } })) !== null;
}

export interface Login {
  readonly email: string;
  readonly isShared: boolean;
  readonly isOperator: boolean;
  readonly emailProvedAt: Date | null;
  readonly secondFactorSince: Date | null;
  readonly devices: number;
  readonly tenants: readonly string[];
  readonly wallets: number;
  readonly createdAt: Date;
}

const MAX_TENANTS = 20;

export async function findLogin({ now }: OperatorCaller, input: { readonly email: string }): Promise<Login | null> {
  const user = await getPrisma().user.findUnique({
    where: { email: input.email.toLowerCase() },
    include: {
      roles: { select: { kind: true, tenant: { select: { slug: true } } }, orderBy: { id: "asc" } },
      _count: { select: { sessions: { where: openAt(now) } } },
    },
  });
  if (!user) return null;
  const { email, isShared, emailProvedAt, createdAt, roles } = user;
  return {
    email,
    isShared,
    emailProvedAt,
    createdAt,
    secondFactorSince: user.totpConfirmedAt,
    devices: user._count.sessions,
    isOperator: roles.some(({ kind }) => kind === "network_operator"),
    wallets: roles.filter(({ kind }) => kind === "member").length,
    tenants: roles.flatMap(({ tenant }) => tenant?.slug ?? []).slice(0, MAX_TENANTS),
  };
}

export interface TenantPerson {
  readonly email: string;
  readonly role: TenantRole;
  readonly isShared: boolean;
  readonly since: Date;
}

const MAX_PEOPLE = 100;

/** Oldest first, at most 100. For operators only. */
export async function listTenantPeople(
  _caller: OperatorCaller,
  input: { readonly tenantId: TenantId },
): Promise<TenantPerson[]> {
  const roles = await getPrisma().role.findMany({
    where: { tenantId: input.tenantId },
    select: { kind: true, createdAt: true, user: { select: { email: true, isShared: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_PEOPLE,
  });
  return roles.flatMap(({ kind, user, createdAt: since }) => {
    const role = tenantRoleOf(kind);
    return role ? [{ ...user, since, role }] : [];
  });
}

/** Null removes it. The audit log doesn't contain it. Throws `not_permitted` for a shared login. */
export async function changeName(caller: UserCaller, input: { readonly name: string | null }): Promise<void> {
  const { userId } = caller;
  const { name } = input;
  await inPrismaTransaction(async (db) => {
    await lockRow(db, { table: "users", id: userId });
    const user = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { isShared: true, name: true } });
    if (user.isShared) throw new DomainError("not_permitted", "This demo login is shared. Its name can’t be changed.");
    if (user.name === name) return;
    await db.user.update({ where: { id: userId }, data: { name } });
    await recordAudit(db, caller, { action: "user.renamed", subject: { kind: "user", id: userId } });
  });
}
