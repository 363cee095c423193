import type { Attempt } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { AcquirerCaller } from "../caller";
import { DomainError } from "../errors";
import type { AuthorizationRow, CaptureRow } from "./authorization";
import { atTime, type Figures, familyFigures, ownFigures } from "./figures";

/** An authorization with those it shares a hold with. */
export interface Family {
  readonly root: AuthorizationRow;
  /** The root, then its approved increments, oldest first. */
  readonly members: readonly AuthorizationRow[];
  /** The one that was requested: the root (then it stands for all), an increment, or a declined one. */
  readonly target: AuthorizationRow;
}

/** The target's figures at a time: a root's are its family's. */
export function targetFigures(family: Family, now: Date): Figures {
  const { root, target } = family;
  return atTime(target.id === root.id ? familyFigures(root) : ownFigures(target), root.expiresAt, now);
}

/** Whom an operation addressed to the target may draw on, in the order of drawing. */
export function drawnMembers(family: Family): readonly AuthorizationRow[] {
  return family.target.id === family.root.id ? family.members : [family.target];
}

function notFound(): DomainError {
  return new DomainError("authorization_not_found", "No such authorization.");
}

/** A merchant finds what is its own, a tenant what is any of its merchants'. */
function selectTarget(caller: AcquirerCaller, id: string): Sql {
  const isNumber = /^\d{7}$/.test(id);
  if (!isNumber && !isRecordId(id)) throw notFound();
  const byId = isNumber ? sql`authorization_number = ${id}` : sql`id = ${id}`;
  const ofMerchant = caller.kind === "merchant" ? sql`AND merchant_id = ${caller.merchantId}` : sql``;
  return sql`SELECT id, root_id FROM authorizations
    WHERE tenant_id = ${caller.tenantId} AND environment = ${caller.environment}::environment ${ofMerchant} AND ${byId}
    ORDER BY created_at DESC, id DESC LIMIT 1`;
}

/**
 * The family of an authorization by 7-digit authorizationId (the newest) or record id. Throws
 * `authorization_not_found` for one that is not there, or is another tenant's or the other environment's.
 */
export async function getFamily(attempt: Attempt, caller: AcquirerCaller, id: string): Promise<Family> {
  const target = selectTarget(caller, id);
  if (attempt.isLocking) {
    await query(
      attempt.db,
      sql`SELECT r.id FROM authorizations r WHERE r.id = (SELECT root_id FROM (${target}) t) FOR NO KEY UPDATE`,
    );
  }
  const rows = await query<AuthorizationRow & { isTarget: boolean }>(
    attempt.db,
    sql`SELECT a.*, a.id = t.id AS is_target FROM (${target}) t
      JOIN authorizations a ON a.root_id = t.root_id AND (a.outcome = 'approved' OR a.id = t.id)
      ORDER BY a.parent_id IS NOT NULL, a.family_sequence, a.id`,
  );
  return toFamily(rows);
}

/** The family of a root whose id was read from the database, not from a caller. */
export async function getFamilyOfRoot(attempt: Attempt, rootId: AuthorizationId): Promise<Family> {
  if (attempt.isLocking) {
    await query(attempt.db, sql`SELECT id FROM authorizations WHERE id = ${rootId} FOR NO KEY UPDATE`);
  }
  const rows = await query<AuthorizationRow & { isTarget: boolean }>(
    attempt.db,
    sql`SELECT a.*, a.id = ${rootId} AS is_target FROM authorizations a
      WHERE a.root_id = ${rootId} AND a.outcome = 'approved'
      ORDER BY a.parent_id IS NOT NULL, a.family_sequence, a.id`,
  );
  return toFamily(rows);
}

function toFamily(rows: readonly (AuthorizationRow & { isTarget: boolean })[]): Family {
  const target = rows.find((row) => row.isTarget);
  if (!target) throw notFound();
  const members = rows.filter((row) => row.outcome === "approved");
  // A declined increment is not part of its parent's family.
  const root = target.outcome === "declined" ? target : members[0];
  return { root: root ?? target, members, target };
}

/** The captures that drew on the given authorizations, oldest first; parts of one capture as they were drawn. */
export async function listCaptures(attempt: Attempt, rows: readonly AuthorizationRow[]): Promise<CaptureRow[]> {
  return query<CaptureRow>(
    attempt.db,
    sql`SELECT c.* FROM captures c JOIN authorizations a ON a.id = c.authorization_id
      WHERE a.id = ANY(${rows.map((row) => row.id)})
      ORDER BY c.family_sequence, a.parent_id IS NOT NULL, a.family_sequence, a.id`,
  );
}
