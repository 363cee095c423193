import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOpenAt } from "@/server/domain/users";
import type { RecordId } from "@/server/platform/ids";
import type { UserCaller } from "../../caller";

export interface PushDevice {
  readonly id: RecordId;
  readonly isCurrent: boolean;
  readonly userAgent: string | null;
  readonly requests: boolean;
  readonly payments: boolean;
}

/** The current one first, without signed-out ones. */
export async function listPushDevices(caller: UserCaller): Promise<PushDevice[]> {
  return query<PushDevice>(
    getPool(),
    sql`SELECT d.id, d.session_id = ${caller.sessionId} AS is_current, s.user_agent, d.requests, d.payments
      FROM push_devices d JOIN portal_sessions s ON s.id = d.session_id
      WHERE d.user_id = ${caller.userId} AND ${isOpenAt(caller.now)}
      ORDER BY is_current DESC, d.id`,
  );
}
