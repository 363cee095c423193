import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import type { Sql } from "@/server/db/sql";
import { TenantId } from "@/server/platform/noun-ids";
import type { NetworkCaller } from "../caller";

/** `id` is given only by the sandbox, whose values are public. */
export async function createTenant(
  caller: NetworkCaller,
  input: {
    readonly id?: TenantId;
    readonly slug: string;
    readonly title: string;
    readonly rateLimitTier: "sandbox" | "standard" | "plus" | "network";
  },
): Promise<{ id: TenantId }> {
  const id = input.id ?? TenantId.make(caller.now);
  const { slug, title, rateLimitTier } = input;
  await query(getPool(), insertTenant({ id, slug, title, rateLimitTier, createdAt: caller.now }));
  return { id };
}

/** The `INSERT` of a new tenant: active, and in the sandbox only. */
export function insertTenant(
  tenant: Pick<NewRow<"tenants">, "id" | "slug" | "title" | "rateLimitTier" | "createdAt">,
): Sql {
  const start = { status: "active", liveAskedAt: null, liveApprovedAt: null } as const;
  const row = { ...tenant, ...start, keepsLiveBodies: false, timeZone: "UTC", standing: 0n };
  return insertRows("tenants", [row], "(SELECT 1) AS work");
}
