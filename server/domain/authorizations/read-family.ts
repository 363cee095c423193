import { lookUpTogether } from "@/server/db/batches/batch-queue";
import type { Attempt } from "@/server/db/guarded";
import { rowsAsJson } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { AcquirerCaller } from "../caller";
import type { AuthorizationRow, CaptureRow } from "./authorization";
import { authorizationAmbiguous, type Family, mayMeanEarlier, type Reference, referenceOf, toFamily } from "./family";

/** Condition for a root and its increments, worded to match the index of increments; a root is found by its own id. */
export function isOfFamily(row: Sql, rootId: Sql): Sql {
  return sql`(${row}.id = ${rootId} OR ${row}.root_id = ${rootId} AND ${row}.parent_id IS NOT NULL)`;
}

type FamilyRow = AuthorizationRow & { readonly n: number; readonly isTarget: boolean };

/**
 * SQL: the authorization `x` of its tenant that `i` names, if the caller may see it; of those with the same number, the newest.
 * `earlier_until` is when the last hold of earlier approvals with that number ended; null if there are none.
 *
 * OFFSET 0 makes the planner find it by name alone and check the rest afterwards: otherwise it may scan a whole index by tenant
 * and time, because that index has the requested order.
 */
export function selectNamed(columns: Sql, isSeen: Sql): Sql {
  const isOwn = sql`x.tenant_id = i.tenant_id AND x.environment = i.environment AND ${isSeen}`;
  const byNumber = sql`authorization_number = CASE WHEN length(i.name) = 7 THEN i.name::char(7) END`;
  const earlier = sql`max(greatest(x.created_at, x.expires_at)) FILTER (WHERE x.outcome = 'approved')
    OVER (ORDER BY x.created_at DESC, x.id DESC ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)`;
  return sql`((SELECT ${columns}, NULL::timestamptz AS earlier_until
      FROM (SELECT * FROM authorizations WHERE id = i.name OFFSET 0) x WHERE ${isOwn})
    UNION ALL
    (SELECT ${columns}, ${earlier} AS earlier_until
      FROM (SELECT * FROM authorizations WHERE ${byNumber} OFFSET 0) x
      WHERE ${isOwn} ORDER BY x.created_at DESC, x.id DESC LIMIT 1))`;
}

function selectTargets(references: readonly Reference[]) {
  const isSeen = sql`(i.merchant_id IS NULL OR x.merchant_id = i.merchant_id)`;
  const numbered = references.map((one, n) => ({ n, ...one }));
  return sql`json_to_recordset(${rowsAsJson(numbered)}::json)
      AS i(n int, tenant_id text, environment environment, merchant_id text, name text)
    CROSS JOIN LATERAL ${selectNamed(sql`x.id, x.root_id`, isSeen)} t`;
}

type WantedRow = FamilyRow & { readonly earlierUntil: Date | null };

async function readFamilies(db: Queryable, references: readonly Reference[]): Promise<WantedRow[][]> {
  const rows = await query<WantedRow>(
    db,
    sql`SELECT i.n, a.*, a.id = t.id AS is_target, t.earlier_until
      FROM ${selectTargets(references)}
      JOIN authorizations a ON ${isOfFamily(sql`a`, sql`t.root_id`)} AND (a.outcome = 'approved' OR a.id = t.id)
      ORDER BY i.n, a.parent_id IS NOT NULL, a.family_sequence, a.id`,
  );
  const families = references.map((): WantedRow[] => []);
  for (const row of rows) families[row.n]?.push(row);
  return families;
}

const readTogether = lookUpTogether("families", (references: readonly Reference[]) =>
  readFamilies(getPool(), references),
);

/** By 7-digit authorizationId (the newest) or record id. Throws `authorization_not_found`. */
export async function getFamily(attempt: Attempt, caller: AcquirerCaller, id: string): Promise<Family> {
  return toFamily(await readNamed(attempt, caller, id));
}

/** Like `getFamily`, to move held money (or captured, with `refunds`). Throws `authorization_ambiguous`, too. */
export async function getFamilyToMove(
  attempt: Attempt,
  caller: AcquirerCaller,
  id: string,
  { refunds = false } = {},
): Promise<Family> {
  const rows = await readNamed(attempt, caller, id);
  const family = toFamily(rows);
  if (mayMeanEarlier(family.target, rows[0]?.earlierUntil ?? null, { refunds })) throw authorizationAmbiguous();
  return family;
}

async function readNamed({ db, isLocking }: Attempt, caller: AcquirerCaller, id: string): Promise<WantedRow[]> {
  const references = referenceOf(caller, id);
  if (isLocking) await lockRoot(db, references);
  return db === getPool() ? await readTogether(references) : (await readFamilies(db, [references])).flat();
}

/** Locks the family's root. Throws as `getFamily` does. */
export function lockRootOf(db: Queryable, caller: AcquirerCaller, id: string): Promise<AuthorizationRow | null> {
  return lockRoot(db, referenceOf(caller, id));
}

async function lockRoot(db: Queryable, references: Reference): Promise<AuthorizationRow | null> {
  const [root] = await query<AuthorizationRow>(
    db,
    sql`SELECT r.* FROM authorizations r WHERE r.id = (SELECT t.root_id FROM ${selectTargets([references])})
      FOR NO KEY UPDATE`,
  );
  return root ?? null;
}

async function readFamiliesOfRoots(db: Queryable, ids: readonly AuthorizationId[]): Promise<FamilyRow[][]> {
  const rows = await query<FamilyRow>(
    db,
    sql`SELECT (i.n - 1)::int AS n, a.*, a.id = i.id AS is_target
      FROM unnest(${ids}::text[]) WITH ORDINALITY AS i(id, n)
      JOIN authorizations a ON ${isOfFamily(sql`a`, sql`i.id`)} AND a.outcome = 'approved'
      ORDER BY i.n, a.parent_id IS NOT NULL, a.family_sequence, a.id`,
  );
  const families = ids.map((): FamilyRow[] => []);
  for (const row of rows) families[row.n]?.push(row);
  return families;
}

const readOfRootsTogether = lookUpTogether("families of roots", (ids: readonly AuthorizationId[]) =>
  readFamiliesOfRoots(getPool(), ids),
);

export async function getFamilyOfRoot({ db, isLocking }: Attempt, rootId: AuthorizationId): Promise<Family> {
  if (isLocking) await query(db, sql`SELECT id FROM authorizations WHERE id = ${rootId} FOR NO KEY UPDATE`);
  const rows = db === getPool() ? await readOfRootsTogether(rootId) : (await readFamiliesOfRoots(db, [rootId])).flat();
  return toFamily(rows);
}

interface Drawn {
  readonly n: number;
  readonly id: AuthorizationId;
  readonly rootId: AuthorizationId;
}

async function readCaptures(db: Queryable, lists: readonly (readonly AuthorizationRow[])[]): Promise<CaptureRow[][]> {
  const drawn = lists.flatMap((rows, n) => rows.map(({ id, rootId }): Drawn => ({ n, id, rootId })));
  const found = await query<CaptureRow & { readonly n: number }>(
    db,
    sql`SELECT i.n, c.* FROM json_to_recordset(${rowsAsJson(drawn)}::json) AS i(n int, id text, root_id text)
      JOIN captures c ON c.root_id = i.root_id AND c.authorization_id = i.id
      JOIN authorizations a ON a.id = c.authorization_id
      ORDER BY i.n, c.family_sequence, a.parent_id IS NOT NULL, a.family_sequence, a.id`,
  );
  const captures = lists.map((): CaptureRow[] => []);
  for (const { n, ...row } of found) captures[n]?.push(row);
  return captures;
}

const readCapturesTogether = lookUpTogether("captures", (lists: readonly (readonly AuthorizationRow[])[]) =>
  readCaptures(getPool(), lists),
);

/** Captures of the given authorizations, oldest first; parts of one capture in drawing order. */
export async function listCaptures({ db }: Attempt, rows: readonly AuthorizationRow[]): Promise<CaptureRow[]> {
  return db === getPool() ? await readCapturesTogether(rows) : (await readCaptures(db, [rows])).flat();
}
