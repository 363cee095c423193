import { nameWebhook } from "@/server/contracts/name-webhook";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import { isRecordId } from "@/server/platform/ids";
import { findNamed } from "../authorizations/find-named";
import { selectNamed, type TenantAuthorization } from "../authorizations/list-authorizations";
import { type FoundRecord, isNamed, MAX_FOUND, MIN_LETTERS } from "./found-record";

type TenantKind =
  | "member"
  | "merchant"
  | "payment_code"
  | "charge_request"
  | "batch"
  | "subscription"
  | "delivery"
  | "request";

interface Found {
  readonly authorizations: readonly TenantAuthorization[];
  readonly records: readonly FoundRecord<TenantKind>[];
}

/** A webhook without a description is called by its address, which `nameWebhook` shortens. */
const IS_URL = /^https?:\/\//;

/**
 * By any related id, by beginnings of words in names, and for webhooks by a part of their description or address. At most five
 * of a kind; every look-up is by an index.
 */
export async function findRecords(staff: StaffCaller, input: { readonly text: string }): Promise<Found> {
  const text = input.text.trim();
  const [authorizations, byId, byName, webhooks] = await Promise.all([
    findAuthorizations(staff, text),
    isRecordId(text) ? findById(staff, text) : [],
    findByName(staff, text),
    findWebhooks(staff, text),
  ]);
  const records = [...byId, ...byName, ...webhooks].map((record) =>
    record.kind === "subscription" && IS_URL.test(record.name)
      ? { ...record, name: nameWebhook({ description: null, url: record.name }) }
      : record,
  );
  return { authorizations, records };
}

export async function findAuthorizations(staff: StaffCaller, text: string): Promise<TenantAuthorization[]> {
  const ids = (await findNamed(staff, text)).slice(0, MAX_FOUND);
  if (ids.length === 0) return [];
  return query<TenantAuthorization>(
    getPool(),
    sql`${selectNamed(sql`authorizations`)}
      WHERE r.id = ANY(${ids}) AND ${ownBy(staff, sql`r`)} ORDER BY r.created_at DESC, r.id DESC`,
  );
}

function ownBy({ tenantId, environment }: StaffCaller, row: Sql): Sql {
  return sql`${row}.tenant_id = ${tenantId} AND ${row}.environment = ${environment}::environment`;
}

/** The id of a card or account leads to its member. */
function findById(staff: StaffCaller, id: string): Promise<FoundRecord<TenantKind>[]> {
  const own = (row: Sql) => ownBy(staff, row);
  return query<FoundRecord<TenantKind>>(
    getPool(),
    sql`SELECT 'member' AS kind, m.id, m.name, NULL AS of FROM members m WHERE m.id = ${id} AND ${own(sql`m`)}
      UNION ALL SELECT 'member', m.id, m.name, 'account' FROM accounts a JOIN members m ON m.id = a.member_id
        WHERE a.id = ${id} AND ${own(sql`m`)}
      UNION ALL SELECT 'member', m.id, m.name, 'card' FROM cards c JOIN members m ON m.id = c.member_id
        WHERE c.id = ${id} AND ${own(sql`m`)}
      UNION ALL SELECT 'member', m.id, m.name, 'agreement' FROM recurring_agreements g JOIN members m ON m.id = g.member_id
        WHERE g.id = ${id} AND ${own(sql`m`)}
      UNION ALL SELECT 'merchant', m.id, m.name, NULL FROM merchants m WHERE m.id = ${id} AND ${own(sql`m`)}
      UNION ALL SELECT 'payment_code', c.id, m.name, NULL FROM payment_codes c JOIN members m ON m.id = c.member_id
        WHERE c.id = ${id} AND ${own(sql`c`)}
      UNION ALL SELECT 'charge_request', q.id, m.name, NULL FROM charge_requests q JOIN merchants m ON m.id = q.merchant_id
        WHERE q.id = ${id} AND ${own(sql`q`)}
      UNION ALL SELECT 'batch', b.id, m.name, NULL FROM settlement_batches b JOIN merchants m ON m.id = b.merchant_id
        WHERE b.id = ${id} AND ${own(sql`b`)}
      UNION ALL SELECT 'subscription', s.id, coalesce(s.description, s.url), NULL FROM webhook_subscriptions s
        WHERE s.id = ${id} AND ${own(sql`s`)}
      UNION ALL SELECT 'delivery', d.id, d.event_type, d.subscription_id
        FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
        WHERE d.id = ${id} AND ${own(sql`s`)}
      UNION ALL SELECT 'request', q.id, q.method || ' ' || q.path, NULL FROM request_records q
        WHERE q.id = ${id} AND ${own(sql`q`)}`,
  );
}

function findByName(staff: StaffCaller, text: string): Promise<FoundRecord<TenantKind>[]> {
  const newest = sql`ORDER BY m.created_at DESC, m.id DESC LIMIT ${MAX_FOUND}`;
  const isOwnNamed = sql`${isNamed(text, sql`m.name`)} AND ${ownBy(staff, sql`m`)}`;
  return query<FoundRecord<TenantKind>>(
    getPool(),
    sql`(SELECT 'member' AS kind, m.id, m.name, NULL AS of FROM members m
        WHERE ${isOwnNamed} AND m.erased_at IS NULL ${newest})
      UNION ALL (SELECT 'merchant', m.id, m.name, NULL FROM merchants m WHERE ${isOwnNamed} ${newest})`,
  );
}

/** Reads the tenant's slots, of which there are few. */
async function findWebhooks(staff: StaffCaller, text: string): Promise<FoundRecord<TenantKind>[]> {
  if (text.length < MIN_LETTERS) return [];
  return query<FoundRecord<TenantKind>>(
    getPool(),
    sql`SELECT 'subscription' AS kind, s.id, coalesce(s.description, s.url) AS name, NULL AS of FROM webhook_subscriptions s
      WHERE ${ownBy(staff, sql`s`)} AND s.merchant_id IS NULL AND s.slot IS NOT NULL
        AND ${hasText(sql`concat(s.description, ' ', s.url)`, text)}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${MAX_FOUND}`,
  );
}
