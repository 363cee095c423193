import { getPrisma } from "@/server/db/prisma";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { hashSecret } from "@/server/platform/secrets";
import type { NetworkCaller } from "../caller";

/** What the user may be: a member, somebody at a tenant, or an operator of the network. */
export type NewRole =
  | { readonly kind: "member"; readonly memberId: RecordId }
  | {
      readonly kind: "tenant_owner" | "tenant_admin" | "tenant_developer" | "tenant_viewer";
      readonly tenantId: RecordId;
    }
  | { readonly kind: "network_operator" };

/** A person who may sign in to the portal. `isShared` marks the publicly known sandbox logins. */
export async function createUser(
  caller: NetworkCaller,
  input: { readonly email: string; readonly password: string; readonly role: NewRole; readonly isShared?: boolean },
): Promise<{ id: RecordId }> {
  const { now: createdAt } = caller;
  const id = newRecordId(createdAt);
  await getPrisma().user.create({
    data: {
      id,
      email: input.email.toLowerCase(),
      passwordHash: await hashSecret(input.password, "password", id),
      isShared: input.isShared ?? false,
      createdAt,
      roles: { create: { id: newRecordId(createdAt), ...input.role, createdAt } },
    },
  });
  return { id };
}
