import { lookUpTogether } from "@/server/db/batches/look-up";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { ChangedStandingError, type Standing } from "@/server/db/standing";
import type { TenantId } from "@/server/platform/noun-ids";

/**
 * What a request rests on, as its key was read with it: for this request, or for an earlier one. Of an earlier one it is
 * proved by the first read that the request makes, before anything is written, or at the latest before the request is
 * answered (decision 116); every write asks again as it is committed (decision 130).
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

  /** `version` was read after the request came in. Throws ChangedStandingError. */
  prove(version: bigint | null): void {
    if (version !== this.version) throw new ChangedStandingError();
    this.#isProven = true;
  }
}

/** As a key is read with its tenant. */
interface KeyStanding {
  readonly tenantId: TenantId;
  readonly standing: bigint;
}

/** SQL: the version of a tenant's standing as it is now. */
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

/** Of a request that read nothing by which it could be proved. Throws ChangedStandingError. */
export async function proveStanding(standing: CallerStanding): Promise<void> {
  if (!standing.isProven) standing.prove(await findVersion(standing.tenantId));
}
