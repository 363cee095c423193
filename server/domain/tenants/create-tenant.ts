import type { NewRow } from "@/server/db/insert-rows";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { TenantId } from "@/server/platform/noun-ids";
import type { NetworkCaller } from "../caller";

type NewTenant = Pick<NewRow<"tenants">, "id" | "slug" | "title" | "rateLimitTier" | "createdAt">;

/** Only the sandbox gives an `id`, since its values are public. */
export async function createTenant(
  caller: NetworkCaller,
  input: Pick<NewTenant, "slug" | "title" | "rateLimitTier"> & { readonly id?: TenantId },
): Promise<{ id: TenantId }> {
  const id = input.id ?? TenantId.make(caller.now);
  const { slug, title, rateLimitTier } = input;
  await writeTenant(getPrisma(), { id, slug, title, rateLimitTier, createdAt: caller.now });
  return { id };
}

export async function writeTenant(db: PrismaTransaction, tenant: NewTenant): Promise<void> {
  await db.tenant.create({ data: tenant });
}
