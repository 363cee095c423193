import { type Sql, sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";

/** What an operation adds to the figures of one authorization. Minor units. */
export interface Move {
  readonly authorizationId: AuthorizationId;
  readonly capturedMinor?: bigint;
  readonly voidedMinor?: bigint;
  readonly refundedMinor?: bigint;
  readonly expiredMinor?: bigint;
}

const MOVED = ["capturedMinor", "voidedMinor", "refundedMinor", "expiredMinor"] as const;

/** One move an authorization, though several plans (a void and a refund) may touch it: a row is updated once. */
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

/**
 * CTEs `root` and `increments`: changes a family's figures. The root is updated first and only if its version is still
 * the one that was read, so whatever was planned from that reading still holds, the number of the next event of `subject`
 * included; everything else in the statement hangs on `root`. `subject`, whose event is written with it, is the root or among what moves.
 */
export function moveFamily(
  root: AuthorizationRow,
  moves: readonly Move[],
  at: Date,
  subject: AuthorizationRow | null = null,
): Sql {
  const own = moves.find((move) => move.authorizationId === root.id);
  const captured = totalOf(moves, "capturedMinor");
  const others = moves
    .filter((move) => move.authorizationId !== root.id)
    .map((move) => ({
      id: move.authorizationId,
      captured: String(move.capturedMinor ?? 0n),
      voided: String(move.voidedMinor ?? 0n),
      refunded: String(move.refundedMinor ?? 0n),
      expired: String(move.expiredMinor ?? 0n),
      events: move.authorizationId === subject?.id ? 1 : 0,
    }));
  return sql`root AS (
      UPDATE authorizations SET
        captured_minor = captured_minor + ${own?.capturedMinor ?? 0n}::bigint,
        voided_minor = voided_minor + ${own?.voidedMinor ?? 0n}::bigint,
        refunded_minor = refunded_minor + ${own?.refundedMinor ?? 0n}::bigint,
        expired_minor = expired_minor + ${own?.expiredMinor ?? 0n}::bigint,
        family_captured_minor = family_captured_minor + ${captured}::bigint,
        family_voided_minor = family_voided_minor + ${totalOf(moves, "voidedMinor")}::bigint,
        family_refunded_minor = family_refunded_minor + ${totalOf(moves, "refundedMinor")}::bigint,
        family_expired_minor = family_expired_minor + ${totalOf(moves, "expiredMinor")}::bigint,
        acknowledged_at = coalesce(acknowledged_at, CASE WHEN ${captured}::bigint > 0 THEN ${at}::timestamptz END),
        settled_at = CASE WHEN ${captured}::bigint > 0 THEN NULL ELSE settled_at END,
        event_sequence = event_sequence + ${subject?.id === root.id ? 1 : 0}::integer,
        version = version + 1
      WHERE id = ${root.id} AND version = ${root.version}
      RETURNING id
    ), increments AS (
      UPDATE authorizations a SET
        captured_minor = a.captured_minor + m.captured,
        voided_minor = a.voided_minor + m.voided,
        refunded_minor = a.refunded_minor + m.refunded,
        expired_minor = a.expired_minor + m.expired,
        event_sequence = a.event_sequence + m.events,
        acknowledged_at = coalesce(a.acknowledged_at, CASE WHEN m.captured > 0 THEN ${at}::timestamptz END),
        settled_at = CASE WHEN m.captured > 0 THEN NULL ELSE a.settled_at END
      FROM root, json_to_recordset(${JSON.stringify(others)}::json)
        AS m(id text, captured bigint, voided bigint, refunded bigint, expired bigint, events integer)
      WHERE a.id = m.id
      RETURNING a.id
    )`;
}
