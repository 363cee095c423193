import { type Sql, sql } from "@/server/db/sql";
import { aheadMsOf } from "@/server/domain/sandbox-clock";
import { isOpenAt } from "@/server/domain/users";
import { HOUR_MS } from "@/server/platform/clock";
import type { MemberId } from "@/server/platform/noun-ids";

/** Sweeps that come later than this tell no one. */
export const RECENT_MS = HOUR_MS;
/** Per device and hour; more would go unread. */
const MOST = 40;

/** Null means all members with a device. */
export type Scope = readonly string[] | null;

/**
 * Pairs of a device and a member that it may be told of: the login has the wallet and is signed in, and the tenant isn't
 * suspended. `since` and `own_now` are by the clock of the member's tenant; a device gets no news from before it was turned on.
 */
export function selectPushDevices(kind: "requests" | "payments", now: Date, members: Scope): Sql {
  const isMeant = members === null ? sql`true` : sql`m.id = ANY(${[...members]}::text[])`;
  const wants = kind === "requests" ? sql`d.requests` : sql`d.payments`;
  const ahead = sql`(${aheadMsOf(sql`m.tenant_id`, sql`m.environment`)} * interval '1 millisecond')`;
  return sql`SELECT d.id AS device_id, m.id AS member_id, m.environment, t.title AS tenant, ${ahead} AS ahead,
      greatest(d.created_at, ${new Date(now.getTime() - RECENT_MS)}::timestamptz) + ${ahead} AS since,
      ${now}::timestamptz + ${ahead} AS own_now,
      (SELECT count(*) FROM roles o WHERE o.user_id = d.user_id AND o.kind = 'member') > 1 AS has_more_wallets
    FROM push_devices d
    JOIN portal_sessions s ON s.id = d.session_id AND ${isOpenAt(now)}
    JOIN users u ON u.id = d.user_id AND NOT u.is_shared AND u.erased_at IS NULL
    JOIN roles r ON r.user_id = d.user_id AND r.kind = 'member'
    JOIN members m ON m.id = r.member_id AND m.erased_at IS NULL
    JOIN tenants t ON t.id = m.tenant_id AND t.status = 'active'
    WHERE ${wants} AND ${isMeant} AND ${roomOf(sql`d.id`, now)} > 0`;
}

export function roomOf(deviceId: Sql, now: Date): Sql {
  return sql`(${MOST}::bigint - (SELECT count(*) FROM push_messages p WHERE p.device_id = ${deviceId}
    AND p.created_at > ${new Date(now.getTime() - HOUR_MS)}))`;
}

/** Whether the login of `push_devices d` still has this member's wallet, and the tenant isn't suspended. */
export function canBeNotified(memberId: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM roles r JOIN members m ON m.id = r.member_id AND m.erased_at IS NULL
      JOIN tenants t ON t.id = m.tenant_id AND t.status = 'active'
    WHERE r.user_id = d.user_id AND r.kind = 'member' AND r.member_id = ${memberId})`;
}

export interface Told {
  readonly deviceId: string;
  readonly memberId: MemberId;
  readonly environment: "live" | "test";
  readonly tenant: string;
  readonly merchant: string;
}

export const notYetPushed = (cause: Sql) =>
  sql`NOT EXISTS (SELECT 1 FROM push_messages p WHERE p.device_id = d.device_id AND p.cause = ${cause})`;
