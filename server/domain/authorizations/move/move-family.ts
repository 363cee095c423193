import type { Attempt } from "@/server/db/guarded";
import { type NewRow, namingRows, rowsAsJson } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import { after, type Write } from "@/server/db/write";
import { insertAuditRows } from "@/server/domain/audit";
import { recordAnswers } from "@/server/domain/idempotency";
import { hasSubscribers, type Published, recordEvents } from "@/server/domain/webhooks";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import type { Family } from "../family";

/** Amounts, in minor units, that an operation adds to an authorization's figures. */
export interface Move {
  readonly authorizationId: AuthorizationId;
  readonly capturedMinor?: bigint;
  readonly voidedMinor?: bigint;
  readonly refundedMinor?: bigint;
  readonly expiredMinor?: bigint;
}

const MOVED = ["capturedMinor", "voidedMinor", "refundedMinor", "expiredMinor"] as const;

/** Merges the moves of each authorization (a void and a refund may both touch it), since a row is updated only once. */
export function mergeMoves(moves: readonly Move[]): Move[] {
  const merged = new Map<string, Move>();
  for (const move of moves) {
    const known = merged.get(move.authorizationId);
    const sums = MOVED.map((figure) => [figure, (known?.[figure] ?? 0n) + (move[figure] ?? 0n)] as const);
    merged.set(move.authorizationId, { authorizationId: move.authorizationId, ...Object.fromEntries(sums) });
  }
  return [...merged.values()];
}

export function totalOf(moves: readonly Move[], figure: (typeof MOVED)[number]): bigint {
  return moves.reduce((sum, move) => sum + (move[figure] ?? 0n), 0n);
}

/** `subject`, whose event is written along, is the root or among the moved. */
interface FamilyMove {
  readonly root: AuthorizationRow;
  readonly moves: readonly Move[];
  readonly at: Date;
  readonly subject: AuthorizationRow | null;
}

const ROOT_COLUMNS = `id text, version int, captured bigint, voided bigint, refunded bigint, expired bigint,
  family_captured bigint, family_voided bigint, family_refunded bigint, family_expired bigint, at timestamptz, events int`;

function rootRow({ root, moves, at, subject }: FamilyMove) {
  const own = moves.find((move) => move.authorizationId === root.id);
  return {
    id: root.id,
    version: root.version,
    captured: own?.capturedMinor ?? 0n,
    voided: own?.voidedMinor ?? 0n,
    refunded: own?.refundedMinor ?? 0n,
    expired: own?.expiredMinor ?? 0n,
    familyCaptured: totalOf(moves, "capturedMinor"),
    familyVoided: totalOf(moves, "voidedMinor"),
    familyRefunded: totalOf(moves, "refundedMinor"),
    familyExpired: totalOf(moves, "expiredMinor"),
    at,
    events: subject?.id === root.id ? 1 : 0,
  };
}

function incrementRows({ root, moves, at, subject }: FamilyMove) {
  return moves
    .filter((move) => move.authorizationId !== root.id)
    .map((move) => ({
      id: move.authorizationId,
      rootId: root.id,
      captured: move.capturedMinor ?? 0n,
      voided: move.voidedMinor ?? 0n,
      refunded: move.refundedMinor ?? 0n,
      expired: move.expiredMinor ?? 0n,
      at,
      events: move.authorizationId === subject?.id ? 1 : 0,
    }));
}

/**
 * CTEs `root` and `increments`: change the figures of families, each named once, in lock order. A root is updated first, and
 * only if its version is still the one that was read. So what was planned from that read still holds, the event number of
 * `subject` included; the rest of the family in the query depends on it. `root` returns those that matched.
 */
export function moveFamilies(families: readonly FamilyMove[]): Sql {
  return sql`root AS (
      UPDATE authorizations SET
        captured_minor = captured_minor + f.captured,
        voided_minor = voided_minor + f.voided,
        refunded_minor = refunded_minor + f.refunded,
        expired_minor = expired_minor + f.expired,
        family_captured_minor = family_captured_minor + f.family_captured,
        family_voided_minor = family_voided_minor + f.family_voided,
        family_refunded_minor = family_refunded_minor + f.family_refunded,
        family_expired_minor = family_expired_minor + f.family_expired,
        acknowledged_at = coalesce(acknowledged_at, CASE WHEN f.family_captured > 0 THEN f.at END),
        settled_at = CASE WHEN f.family_captured > 0 THEN NULL ELSE settled_at END,
        event_sequence = event_sequence + f.events,
        version = authorizations.version + 1
      FROM ${namingRows("f", ROOT_COLUMNS, families.map(rootRow))}
      WHERE authorizations.id = f.id AND authorizations.version = f.version
      RETURNING authorizations.id
    ), increments AS (
      UPDATE authorizations a SET
        captured_minor = a.captured_minor + m.captured,
        voided_minor = a.voided_minor + m.voided,
        refunded_minor = a.refunded_minor + m.refunded,
        expired_minor = a.expired_minor + m.expired,
        event_sequence = a.event_sequence + m.events,
        acknowledged_at = coalesce(a.acknowledged_at, CASE WHEN m.captured > 0 THEN m.at END),
        settled_at = CASE WHEN m.captured > 0 THEN NULL ELSE a.settled_at END
      FROM json_to_recordset(${rowsAsJson(families.flatMap(incrementRows))}::json)
        AS m(id text, root_id text, captured bigint, voided bigint, refunded bigint, expired bigint, at timestamptz,
          events int)
      JOIN root ON root.id = m.root_id
      WHERE a.id = m.id
      RETURNING a.id
    )`;
}

/** Sorts into lock order. */
export function byRoot<Planned extends { readonly family: Family }>(writes: readonly Planned[]): Planned[] {
  return [...writes].sort((a, b) => (a.family.root.id < b.family.root.id ? -1 : 1));
}

interface MovesWritten {
  readonly families: readonly Family[];
  readonly answers: readonly NewRow<"idempotency_keys">[];
  readonly audits: Parameters<typeof insertAuditRows>[0];
  readonly published: readonly Published[];
}

/** Ends and runs the query of captures or reversals, after the CTE `account`. Returns whether it wrote deliveries. */
export async function finishMoves(
  attempt: Attempt,
  write: Write,
  { families, answers, audits, published }: MovesWritten,
): Promise<boolean> {
  const [topic, ...topics] = families.flatMap(
    ({ root }) => [`account:${root.accountId}`, `tenant:${root.tenantId}:${root.environment}`] as const,
  );
  if (!topic) return false;
  let last = after("account");
  if (answers.length > 0) {
    write.require("answered", recordAnswers(answers, last), answers.length);
    // After the answers, so that a duplicate request never writes an event.
    last = after("answered");
  }
  if (audits.length > 0) write.add("audited", insertAuditRows(audits, last));
  write.addAll(recordEvents(published, last));
  await write.run(attempt, [topic, ...topics]);
  return hasSubscribers(published);
}
