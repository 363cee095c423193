import { LRUCache } from "lru-cache";
import { lookUpTogether } from "@/server/db/batches/batch-queue";
import { ChangedStandingError, type Standing } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";

/**
 * A tenant's standing as it was read with the request's key, for this request or an earlier one. A remembered one is proved by
 * the first read of the request, before anything is written, or at the latest before the response (decision 116); every write
 * checks it again at commit (decision 130).
 */
export class CallerStanding implements Standing {
  readonly tenantId: TenantId;
  readonly version: bigint;
  #isProven: boolean;

  constructor({ tenantId, standing }: KeyStanding, { isRemembered }: { readonly isRemembered: boolean }) {
    this.tenantId = tenantId;
    this.version = standing;
    this.#isProven = !isRemembered;
  }

  get isProven(): boolean {
    return this.#isProven;
  }

  /** `version` must be read after the request came in. Throws ChangedStandingError. */
  prove(version: bigint | null): void {
    if (version !== this.version) throw new ChangedStandingError();
    this.#isProven = true;
  }
}

interface KeyStanding {
  readonly tenantId: TenantId;
  readonly standing: bigint;
}

export function selectStanding(tenantId: Sql): Sql {
  return sql`(SELECT st.standing FROM tenants st WHERE st.id = ${tenantId})`;
}

const findVersion = lookUpTogether("standings", async (ids: readonly TenantId[]) => {
  const found = await query<{ id: TenantId; standing: bigint }>(
    getPool(),
    sql`SELECT id, standing FROM tenants WHERE id = ANY(${[...new Set(ids)]})`,
  );
  const byId = new Map(found.map(({ id, standing }) => [id, standing]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** For a request that read nothing that proves it. Throws ChangedStandingError. */
export async function proveStanding(standing: CallerStanding): Promise<void> {
  if (!standing.isProven) standing.prove(await findVersion(standing.tenantId));
}

interface Remembered {
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Keys as read in the last minute, by their public part. A request that uses one has to prove it (`CallerStanding`). */
export class KeyMemory<Key extends Remembered> {
  readonly #keys = new LRUCache<string, Key>({ max: 10_000, ttl: 60_000 });

  /** Forgets a key that is revoked or missing. */
  keep(name: string, key: Key | null): void {
    if (key && !key.revokedAt) this.#keys.set(name, key);
    else this.#keys.delete(name);
  }

  recall(name: string): Key | null {
    return this.#keys.get(name) ?? null;
  }

  /** Otherwise, each request would mark a remembered key again. */
  keepUse(name: string, key: Key, lastUsedAt: Date): void {
    if (this.#keys.has(name)) this.#keys.set(name, { ...key, lastUsedAt }, { noUpdateTTL: true });
  }
}

interface UsedKey {
  readonly id: RecordId;
  readonly secretHash: string;
  readonly lastUsedAt: Date | null;
}

const MARK_EVERY_MS = 60_000;

/** Keys that are being marked right now. */
const underWay = new Set<RecordId>();

/**
 * Keeps `lastUsedAt` to the minute: a write per request would make the key's row the busiest of all. `update` is the UPDATE of
 * the key's table without SET. Of concurrent requests, one writes and the others don't wait for it.
 */
export async function markUse<Key extends UsedKey>(
  update: Sql,
  key: Key,
  at: Date,
  remember: (key: Key, at: Date) => void,
): Promise<void> {
  const { id, secretHash, lastUsedAt } = key;
  if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < MARK_EVERY_MS) return;
  if (underWay.has(id)) return;
  underWay.add(id);
  try {
    await query(
      getPool(),
      sql`${update} SET last_used_at = ${at}
        WHERE id = ${id} AND revoked_at IS NULL AND secret_hash = ${secretHash}
          AND (last_used_at IS NULL OR last_used_at <= ${new Date(at.getTime() - MARK_EVERY_MS)})`,
    );
    remember(key, at);
  } finally {
    underWay.delete(id);
  }
}
