import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import { DomainError } from "../errors";
import { findAheadMs } from "./find-clock";
import { aheadMsOf, inOwnTime, realTimeOf } from "./tenant-time";

/** SQL condition: two tenants' clocks differ. Never in live. */
export function clocksDiffer(one: Sql, other: Sql, environment: Sql): Sql {
  return sql`(CASE WHEN ${environment} = 'test' AND ${one} <> ${other}
    THEN ${aheadMsOf(one, environment)} <> ${aheadMsOf(other, environment)} ELSE false END)`;
}

type Asking = "merchant" | "member";

const WORDS: Readonly<Record<Asking, string>> = {
  merchant: "Your sandbox clock and that of the member’s tenant differ. Use a card or code of one of your own members.",
  member:
    "The merchant’s sandbox clock and yours differ. You can’t approve anything for this merchant until both show the same time.",
};

export function twoClocks(asking: Asking): DomainError {
  return new DomainError("sandbox_clocks_differ", WORDS[asking]);
}

/** Throws `sandbox_clocks_differ` if the member's and the merchant's tenants have different clocks. */
export async function requireOneClock(
  asking: Asking,
  acquirer: { readonly tenantId: TenantId; readonly environment: Environment },
  memberId: MemberId,
  db: Queryable = getPool(),
): Promise<void> {
  if (acquirer.environment === "live") return;
  const [row] = await query<{ isOther: boolean }>(
    db,
    sql`SELECT ${clocksDiffer(sql`${acquirer.tenantId}::text`, sql`m.tenant_id`, sql`m.environment`)} AS is_other
      FROM members m WHERE m.id = ${memberId}`,
  );
  if (row?.isOther) throw twoClocks(asking);
}

/** The caller by the clock of the record's tenant: a denial or withdrawal works across clocks. */
export async function onClockOf<
  Caller extends { readonly tenantId: TenantId; readonly now: Date; readonly aheadMs?: number | undefined },
>(
  caller: Caller,
  owner: { readonly tenantId: TenantId; readonly environment: Environment },
  db: Queryable = getPool(),
): Promise<Caller> {
  if (caller.tenantId === owner.tenantId || owner.environment === "live") return caller;
  return { ...caller, aheadMs: 0, ...inOwnTime(realTimeOf(caller), await findAheadMs(owner.tenantId, db)) };
}
