import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { AuthorizationRow, CaptureRow } from "../authorization";

/** Who did something, as far as the records still say; requests are kept for 30 days. */
export interface Doer {
  readonly kind: "staff" | "api_key" | "merchant_key" | "unknown";
  /** Email, or the key without its secret. */
  readonly name: string | null;
  readonly requestId: string | null;
}

/** By the id of an authorization, a capture (its transactionId) or a reversal. */
export type Doers = ReadonlyMap<string, Doer>;

interface Told {
  readonly root: AuthorizationRow;
  readonly increments: readonly AuthorizationRow[];
  readonly captures: readonly CaptureRow[];
  readonly reversals: readonly { readonly id: string; readonly createdAt: Date }[];
}

interface Deed {
  readonly id: string;
  readonly at: Date;
  readonly action: "asked" | "captured" | "reversed";
  readonly requestId: string | null;
}

interface RequestFacts {
  readonly id: string;
  readonly keyId: string;
  readonly idempotencyKey: string | null;
}

function deedsOf({ root, increments, captures, reversals }: Told): Deed[] {
  return [
    ...[root, ...increments].map(({ id, createdAt: at, requestId }) => ({
      id,
      at,
      action: "asked" as const,
      requestId,
    })),
    ...captures.map(({ transactionId: id, createdAt: at }) => {
      // A sale asks and captures in one request.
      const requestId = at.getTime() === root.createdAt.getTime() ? root.requestId : null;
      return { id, at, action: "captured" as const, requestId };
    }),
    ...reversals.map(({ id, createdAt: at }) => ({ id, at, action: "reversed" as const, requestId: null })),
  ];
}

/**
 * Who asked, captured and reversed. People are on the audit log with the very moment; keys are in the request log, by
 * the request's id or by the Idempotency-Key that the event was named after.
 */
export async function findDoers(staff: StaffCaller, told: Told): Promise<Doers> {
  const deeds = deedsOf(told);
  const ids = [told.root.id, ...told.increments.map(({ id }) => id)];
  const [people, events] = await Promise.all([listPeople(staff, ids, deeds), listEventKeys(ids)]);
  const keyed = deeds.map((deed) => {
    const event = events.find(({ type, at }) => type === `authorization.${deed.action}` && isAt(deed, at));
    return { ...deed, key: event ? keyOf(event) : null };
  });
  const requests = await listRequests(staff, told.root.merchantId, keyed);
  return new Map(
    keyed.map((deed): [string, Doer] => {
      const person = people.find(
        ({ action, at, requestId }) =>
          requestId === deed.requestId || (action === `authorization.${deed.action}` && isAt(deed, at)),
      );
      if (person) return [deed.id, { kind: "staff", name: person.actor, requestId: person.requestId }];
      const request = requests.find(
        ({ id, idempotencyKey }) =>
          id === deed.requestId || (deed.key !== null && deed.requestId === null && idempotencyKey === deed.key),
      );
      if (!request) return [deed.id, { kind: "unknown", name: null, requestId: deed.requestId }];
      const kind = request.keyId.startsWith("mk_") ? "merchant_key" : "api_key";
      return [deed.id, { kind, name: request.keyId, requestId: request.id }];
    }),
  );
}

/** The key of the request, without the id that an event has behind it where the key was used before. */
function keyOf({ id, type, idempotencyKey }: EventName): string {
  const key = idempotencyKey.slice(type.length + 1);
  return key.endsWith(`:${id}`) ? key.slice(0, -id.length - 1) : key;
}

function isAt(deed: Deed, at: Date): boolean {
  return deed.at.getTime() === at.getTime();
}

async function listPeople({ tenantId }: StaffCaller, ids: readonly string[], deeds: readonly Deed[]) {
  return query<{ actor: string; action: string; requestId: string; at: Date }>(
    getPool(),
    sql`SELECT actor, action, request_id, created_at AS at FROM audit_records
      WHERE tenant_id = ${tenantId} AND created_at = ANY(${deeds.map(({ at }) => at)}::timestamptz[])
        AND user_id IS NOT NULL AND subject_kind = 'authorization' AND subject_id = ANY(${ids})`,
  );
}

interface EventName {
  readonly id: string;
  readonly type: string;
  readonly idempotencyKey: string;
  readonly at: Date;
}

async function listEventKeys(ids: readonly string[]) {
  return query<EventName>(
    getPool(),
    sql`SELECT id, type, idempotency_key, created_at AS at FROM events WHERE authorization_id = ANY(${ids})`,
  );
}

async function listRequests(
  { tenantId, environment }: StaffCaller,
  merchantId: string,
  deeds: readonly (Deed & { readonly key: string | null })[],
): Promise<RequestFacts[]> {
  const keys = deeds.flatMap(({ key }) => key ?? []);
  const requestIds = deeds.flatMap(({ requestId }) => requestId ?? []);
  const own = sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  return query<RequestFacts>(
    getPool(),
    sql`SELECT id, key_id, idempotency_key FROM request_records WHERE id = ANY(${requestIds}) AND ${own}
      UNION
      SELECT id, key_id, idempotency_key FROM request_records
        WHERE ${own} AND (merchant_id IS NULL OR merchant_id = ${merchantId})
          AND idempotency_key = ANY(${keys}) AND NOT is_replay AND status < 300`,
  );
}
