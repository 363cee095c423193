import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOpenAt } from "@/server/domain/users";
import type { RecordId } from "@/server/platform/ids";
import type { UserCaller } from "../../caller";

/** A device that gets pushes. */
export interface PushDevice {
  readonly id: RecordId;
  readonly isCurrent: boolean;
  /** What its browser calls itself. */
  readonly userAgent: string | null;
  readonly requests: boolean;
  readonly payments: boolean;
}

/** The user's own, this one first. One that was signed out is none any more. */
export async function listPushDevices(caller: UserCaller): Promise<PushDevice[]> {
  return query<PushDevice>(
    getPool(),
    sql`SELECT d.id, d.session_id = ${caller.sessionId} AS is_current, s.user_agent, d.requests, d.payments
      FROM push_devices d JOIN portal_sessions s ON s.id = d.session_id
      WHERE d.user_id = ${caller.userId} AND ${isOpenAt(caller.now)}
      ORDER BY is_current DESC, d.id`,
  );
}
