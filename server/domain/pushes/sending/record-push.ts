import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { mayBeTold, RECENT_MS } from "../news/told-devices";
import type { ClaimedPush } from "./claimed-push";

const MAX_ERROR = 300;

type Attempted = Pick<ClaimedPush, "id" | "attempts">;

/** Sent or given up; wipes the text. */
export async function endPush({ id, attempts }: Attempted, error: string | null): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE push_messages SET next_attempt_at = NULL, title = '', body = '', error = ${error?.slice(0, MAX_ERROR) ?? null}
      WHERE id = ${id} AND attempts = ${attempts}`,
  );
}

export async function leavePush({ id, attempts }: Attempted, error: string | null, at: Date): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE push_messages SET next_attempt_at = ${at}, error = ${error?.slice(0, MAX_ERROR) ?? null}
      WHERE id = ${id} AND attempts = ${attempts}`,
  );
}

/** Also deletes what was on its way. Keeps a device that has a new address by now. */
export async function removeEndedDevice({
  deviceId,
  endpoint,
}: Pick<ClaimedPush, "deviceId" | "endpoint">): Promise<void> {
  await query(getPool(), sql`DELETE FROM push_devices WHERE id = ${deviceId} AND endpoint = ${endpoint}`);
}

/** Ends messages that are no longer news, or about a member whom the device may no longer be told of. */
export async function endStale(now: Date): Promise<void> {
  await query(
    getPool(),
    sql`WITH stale AS (
        SELECT p.id FROM push_messages p JOIN push_devices d ON d.id = p.device_id
        WHERE p.next_attempt_at IS NOT NULL
          AND (p.expires_at <= ${now} OR p.created_at <= ${new Date(now.getTime() - RECENT_MS)}
            OR (p.member_id IS NOT NULL AND NOT ${mayBeTold(sql`p.member_id`)}))
        FOR UPDATE OF p SKIP LOCKED
      )
      UPDATE push_messages p SET next_attempt_at = NULL, title = '', body = '', error = 'news no more'
      FROM stale WHERE p.id = stale.id`,
  );
}
