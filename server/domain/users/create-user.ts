import { isUniqueViolation } from "@/server/db/errors";
import { getPrisma } from "@/server/db/prisma";
import { hashSecret } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { NetworkCaller } from "../caller";

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
