import { z } from "zod";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type KeptDecision, named, type Shape, type StoredDecision, textOfShape } from "./kept-decision";

const Kept = z.object({ shape: z.string() });

/**
 * What is known to be committed in the database behind a pool, since its last new connection: that one may lead to a
 * standby that took over and lost what came last. Behind a pooler, which keeps ours over that, only a restart forgets.
 */
const kept = new WeakMap<Queryable, Set<string>>();

function keptBehind(pool: ReturnType<typeof getPool>): Set<string> {
  const known = kept.get(pool) ?? new Set();
  if (!kept.has(pool)) pool.once("connect", () => kept.delete(pool));
  kept.set(pool, known);
  return known;
}

/** Writes the shapes of decisions that are about to be written, where the database may not have them yet: once each. */
export async function keepShapes(db: Queryable, decisions: readonly unknown[]): Promise<void> {
  const pool = getPool();
  const known = keptBehind(pool);
  const shapes = decisions.map((decision) => Kept.parse(decision).shape);
  const missing = [...new Set(shapes)].filter((name) => !known.has(name)).sort();
  if (missing.length === 0) return;
  const rows = missing.map((id) => ({ id, shape: textOfShape(id) }));
  await query(
    db,
    sql`INSERT INTO decision_shapes (id, shape) SELECT s.id, s.shape::json
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS s(id text, shape text) ORDER BY s.id
      ON CONFLICT DO NOTHING`,
  );
  // In a transaction it may yet be undone.
  if (db === pool) for (const name of missing) known.add(name);
}

/** An authorization's decision with all its names; null where there is no such authorization. */
export async function readDecision(db: Queryable, authorizationId: string): Promise<StoredDecision | null> {
  const [row] = await query<{ decision: StoredDecision | KeptDecision; shape: Shape | null }>(
    db,
    sql`SELECT a.decision, s.shape FROM authorizations a LEFT JOIN decision_shapes s ON s.id = a.decision->>'shape'
      WHERE a.id = ${authorizationId}`,
  );
  if (!row) return null;
  const { decision, shape } = row;
  if (!("shape" in decision)) return decision;
  if (!shape) throw new Error(`the shape ${decision.shape} of a decision is missing`);
  return named(decision, shape);
}
