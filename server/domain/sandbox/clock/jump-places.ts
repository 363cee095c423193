import type { TenantId } from "@/server/platform/noun-ids";
import { DomainError } from "../../errors";

/** Per tenant: one request moves its clock, and one repeat waits. */
const MOST_OF_TENANT = 2;
/** Per process, which serves at least 16 requests: the rest is for everyone else. */
const MOST = 4;

const taken = new Map<TenantId, number>();

/**
 * Runs work that may take as long as a jump. Limited to a few requests, since many would keep others, live ones too, from being
 * served: throws `temporarily_unavailable` at once if there is no place.
 */
export async function atJump<T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> {
  const places = taken;
  const ofTenant = places.get(tenantId) ?? 0;
  const ofAll = [...places.values()].reduce((sum, count) => sum + count, 0);
  if (ofTenant >= MOST_OF_TENANT || ofAll >= MOST) throw stillMoving();
  places.set(tenantId, ofTenant + 1);
  try {
    return await work();
  } finally {
    const left = (places.get(tenantId) ?? 1) - 1;
    if (left === 0) places.delete(tenantId);
    else places.set(tenantId, left);
  }
}

/** The jump continues in the background; a repeat waits for it. */
export function stillMoving(): DomainError {
  const message = "The sandbox clock is still on its way. Repeat the request with the same Idempotency-Key.";
  return new DomainError("temporarily_unavailable", message, { retryAfterSeconds: 1 });
}
