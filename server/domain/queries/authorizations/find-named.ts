import { foldDigits } from "@/server/contracts/text/digits";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { scopeOf } from "@/server/domain/idempotency";
import { isRecordId, timeOfRecordId } from "@/server/platform/ids";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { isNamed } from "../search/found-record";
import { isOfAmount, readTypedAmount } from "./typed-amount";

/** A name with more matches says little. */
const MAX_FOUND = 200;
/** Payments that a card search reads, newest first: there is no index by card, since every payment would have to write it. */
export const LOOK_BACK = 10_000;
const MAX_NAMED = 20;
/** A request's record gets its id up to this long after the request's own, once the caller is known. */
const REQUEST_MS = 2_000;

/**
 * The newest 200 roots that a text names: an authorizationId, a record id (of an authorization, increment, capture, void,
 * refund, code, agreement, or card), a merchant's reference, a request id, an Idempotency-Key, beginnings of words in a
 * member's or merchant's name, or an amount. Every look-up is by an index. Finds nothing of other tenants, nor their members.
 */
export async function findNamed(staff: StaffCaller, search: string): Promise<string[]> {
  const text = search.trim();
  if (text === "" || text.includes("\u0000")) return [];
  const digits = foldDigits(text);
  const found = await Promise.all([
    /^\d{7}$/.test(digits) ? byNumber(staff, digits) : [],
    isRecordId(text) ? byRecordId(staff, text) : [],
    isRecordId(text) ? byRequest(staff, text) : [],
    byReference(staff, text),
    byKey(staff, text),
    byMemberName(staff, text),
    byMerchantName(staff, text),
    byAmount(staff, text),
  ]);
  return [...new Set(found.flat())].slice(0, MAX_FOUND);
}

interface Found {
  readonly rootId: AuthorizationId;
}

async function roots(rows: Promise<Found[]>): Promise<string[]> {
  return (await rows).map(({ rootId }) => rootId);
}

async function byNumber({ tenantId, environment }: StaffCaller, number: string): Promise<string[]> {
  return roots(
    query<Found>(
      getPool(),
      sql`SELECT root_id FROM authorizations WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment
        AND authorization_number = ${number} ORDER BY created_at DESC LIMIT ${MAX_FOUND}`,
    ),
  );
}

async function byRecordId({ tenantId, environment }: StaffCaller, id: string): Promise<string[]> {
  const own = sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  return roots(
    query<Found>(
      getPool(),
      sql`SELECT root_id FROM authorizations WHERE id = ${id} AND ${own}
        UNION SELECT root_id FROM captures WHERE id = ${id} AND ${own}
        UNION SELECT root_id FROM reversals WHERE id = ${id} AND ${own}
        UNION SELECT c.root_id FROM refunds f JOIN captures c ON c.id = f.capture_id
          WHERE f.id = ${id} AND c.tenant_id = ${tenantId} AND c.environment = ${environment}::environment
        UNION (SELECT of_account.id FROM cards CROSS JOIN LATERAL (
            SELECT id, card_id, tenant_id, environment, created_at FROM authorizations
            WHERE account_id = cards.account_id AND parent_id IS NULL
            ORDER BY created_at DESC LIMIT ${LOOK_BACK}
          ) of_account
          WHERE cards.id = ${id} AND card_id = ${id} AND tenant_id = ${tenantId}
            AND of_account.environment = ${environment}::environment
          ORDER BY of_account.created_at DESC LIMIT ${MAX_FOUND})
        UNION (SELECT root_id FROM authorizations WHERE payment_code_id = ${id} AND ${own}
          ORDER BY created_at DESC LIMIT ${MAX_FOUND})
        UNION (SELECT root_id FROM authorizations WHERE agreement_id = ${id} AND ${own}
          ORDER BY created_at DESC LIMIT ${MAX_FOUND})`,
    ),
  );
}

/** An id contains its time, so no index by request is needed; other requests are found by their own key. */
async function byRequest(staff: StaffCaller, requestId: string): Promise<string[]> {
  const { tenantId, environment } = staff;
  const at = isRecordId(requestId) ? timeOfRecordId(requestId) : null;
  const made = at
    ? await roots(
        query<Found>(
          getPool(),
          sql`SELECT root_id FROM authorizations
            WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment AND request_id = ${requestId}
              AND created_at BETWEEN ${new Date(at.getTime() - REQUEST_MS)} AND ${new Date(at.getTime() + REQUEST_MS)}`,
        ),
      )
    : [];
  const [request] = await query<{ idempotencyKey: string | null }>(
    getPool(),
    sql`SELECT idempotency_key FROM request_records
      WHERE id = ${requestId} AND tenant_id = ${tenantId} AND environment = ${environment}::environment`,
  );
  return request?.idempotencyKey ? [...made, ...(await byKey(staff, request.idempotencyKey))] : made;
}

async function byReference({ tenantId, environment }: StaffCaller, reference: string): Promise<string[]> {
  return roots(
    query<Found>(
      getPool(),
      sql`SELECT found.root_id FROM merchants m CROSS JOIN LATERAL (
          (SELECT root_id, created_at FROM authorizations
            WHERE merchant_id = m.id AND merchant_reference = ${reference}
            ORDER BY created_at DESC LIMIT ${MAX_FOUND})
          UNION ALL
          (SELECT root_id, created_at FROM captures
            WHERE merchant_id = m.id AND merchant_reference = ${reference}
            ORDER BY created_at DESC LIMIT ${MAX_FOUND})
        ) found
        WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
        ORDER BY found.created_at DESC LIMIT ${MAX_FOUND}`,
    ),
  );
}

/** Only the tenant's own members: others' names are hidden here. */
async function byMemberName({ tenantId, environment }: StaffCaller, text: string): Promise<string[]> {
  return roots(
    query<Found>(
      getPool(),
      sql`SELECT found.root_id FROM (
          SELECT m.id FROM members m WHERE ${isNamed(text, sql`m.name`)} AND m.tenant_id = ${tenantId}
            AND m.environment = ${environment}::environment AND m.erased_at IS NULL
          ORDER BY m.created_at DESC LIMIT ${MAX_NAMED}
        ) named JOIN accounts a ON a.member_id = named.id CROSS JOIN LATERAL (
          SELECT root_id, tenant_id, created_at FROM authorizations WHERE account_id = a.id AND parent_id IS NULL
          ORDER BY created_at DESC LIMIT ${MAX_FOUND}
        ) found WHERE found.tenant_id = ${tenantId} ORDER BY found.created_at DESC LIMIT ${MAX_FOUND}`,
    ),
  );
}

async function byMerchantName({ tenantId, environment }: StaffCaller, text: string): Promise<string[]> {
  return roots(
    query<Found>(
      getPool(),
      sql`SELECT found.root_id FROM (
          SELECT m.id FROM merchants m WHERE ${isNamed(text, sql`m.name`)} AND m.tenant_id = ${tenantId}
            AND m.environment = ${environment}::environment
          ORDER BY m.created_at DESC LIMIT ${MAX_NAMED}
        ) named CROSS JOIN LATERAL (
          SELECT root_id, created_at FROM authorizations WHERE merchant_id = named.id AND parent_id IS NULL
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_FOUND}
        ) found ORDER BY found.created_at DESC LIMIT ${MAX_FOUND}`,
    ),
  );
}

/** By the requested, approved, or captured amount; among the newest, since amounts have no index. */
async function byAmount({ tenantId, environment }: StaffCaller, text: string): Promise<string[]> {
  const typed = readTypedAmount(text);
  if (!typed) return [];
  return roots(
    query<Found>(
      getPool(),
      sql`SELECT root_id FROM (
          SELECT root_id, currency, amount_minor, family_amount_minor, family_captured_minor, created_at
          FROM authorizations
          WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment AND parent_id IS NULL
          ORDER BY created_at DESC, id DESC LIMIT ${LOOK_BACK}
        ) newest
        WHERE ${isOfAmount(typed, sql`amount_minor`)} OR ${isOfAmount(typed, sql`family_amount_minor`)}
          OR ${isOfAmount(typed, sql`family_captured_minor`)}
        ORDER BY created_at DESC LIMIT ${MAX_FOUND}`,
    ),
  );
}

async function byKey(staff: StaffCaller, key: string): Promise<string[]> {
  const { tenantId, environment } = staff;
  const answers = await query<{ body: string }>(
    getPool(),
    sql`SELECT k.body FROM idempotency_keys k
      WHERE k.key = ${key} AND k.body IS NOT NULL AND NOT k.is_encrypted AND k.scope = ANY(
        SELECT ${scopeOf({ kind: "tenant", tenantId, environment })}::text
        UNION ALL SELECT 'merchant:' || m.id FROM merchants m
          WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
        UNION ALL SELECT ${`staff:${tenantId}:${environment}:`}::text || r.user_id FROM roles r
          WHERE r.tenant_id = ${tenantId})`,
  );
  const ids = answers.flatMap(({ body }) => namedIn(body));
  const found = await Promise.all(ids.map((id) => (isRecordId(id) ? byRecordId(staff, id) : byNumber(staff, id))));
  return found.flat();
}

/** The most specific id: two authorizations may share a number. */
function namedIn(body: string): string[] {
  const answer: unknown = JSON.parse(body);
  if (typeof answer !== "object" || answer === null) return [];
  const named = answer as Readonly<Record<string, unknown>>;
  const id = [named.recordId, named.transactionId, named.refundId, named.authorizationId].find(
    (value) => typeof value === "string",
  );
  return typeof id === "string" ? [id] : [];
}
