import { getPool } from "@/server/db/pool";
import type { TenantCaller } from "@/server/domain/caller";
import { type Family, getFamily } from "../family";

/** An authorization of the caller's tenant and environment, with what it shares a hold with. Throws `authorization_not_found`. */
export async function getAuthorization(caller: TenantCaller, input: { readonly id: string }): Promise<Family> {
  return getFamily({ db: getPool(), isLocking: false }, caller, input.id);
}
