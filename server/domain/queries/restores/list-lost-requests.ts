import { rowsAsJson } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment } from "../../caller";

export interface LoggedRequest {
  readonly requestId: string;
  readonly tenantId: string;
  readonly environment: Environment;
  readonly answeredAt: Date;
  readonly durationMs: number;
}

/** Tolerates clock differences. Callers choose request ids, so another day's may be the same. */
const ROOM_MS = 10_000;

/** Answered requests without a trace here: neither their record nor anything they made. In the given order. */
export async function listLostRequests<Request extends LoggedRequest>(
  requests: readonly Request[],
): Promise<Request[]> {
  const rows = requests.map(({ requestId, tenantId, environment, answeredAt, durationMs }, place) => ({
    place,
    requestId,
    tenantId,
    environment,
    since: new Date(answeredAt.getTime() - durationMs - ROOM_MS),
    until: new Date(answeredAt.getTime() + ROOM_MS),
  }));
  const known = await query<{ place: number }>(
    getPool(),
    sql`WITH logged AS (SELECT * FROM json_to_recordset(${rowsAsJson(rows)}::json)
        AS r(place integer, request_id text, tenant_id text, environment environment, since timestamptz, until timestamptz))
      SELECT l.place FROM logged l JOIN request_records r ON r.id = l.request_id AND r.tenant_id = l.tenant_id
          AND r.environment = l.environment AND r.created_at BETWEEN l.since AND l.until
      UNION SELECT l.place FROM logged l JOIN authorizations a ON a.request_id = l.request_id AND a.tenant_id = l.tenant_id
          AND a.environment = l.environment AND a.created_at BETWEEN l.since AND l.until
      UNION SELECT l.place FROM logged l JOIN captures c ON c.request_id = l.request_id AND c.tenant_id = l.tenant_id
          AND c.environment = l.environment AND c.created_at BETWEEN l.since AND l.until
      UNION SELECT l.place FROM logged l JOIN reversals v ON v.request_id = l.request_id AND v.tenant_id = l.tenant_id
          AND v.environment = l.environment AND v.created_at BETWEEN l.since AND l.until`,
  );
  const places = new Set(known.map(({ place }) => place));
  return requests.filter((_, place) => !places.has(place));
}
