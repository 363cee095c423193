import { createHash } from "node:crypto";
import { z } from "zod";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Decision, hintOf } from "../declines";
import type { RiskAssessment } from "../risk";

/**
 * A decision is stored in two parts. Its shape (the rules checked, their results, the names of values) is a shared row of
 * `decision_shapes`; the authorization holds the values. A shape is named by its content and never changed or deleted, so that
 * old traces stay readable when rules change.
 */

type Saw = Readonly<Record<string, unknown>>;

export interface NamedDecision {
  readonly rules: readonly {
    readonly id: string;
    readonly code: string;
    readonly passed: boolean;
    readonly saw: Saw;
  }[];
  readonly risk:
    | readonly { readonly rule: string; readonly points: number; readonly weight: number; readonly saw: Saw }[]
    | null;
  readonly hint: Saw;
}

interface Shape {
  readonly rules: readonly {
    readonly id: string;
    readonly code: string;
    readonly passed: boolean;
    readonly saw: readonly string[];
  }[];
  readonly risk: readonly { readonly rule: string; readonly weight: number; readonly saw: readonly string[] }[] | null;
}

/** Values in the order of the shape's names; a risk rule's come after its points. */
export interface DecisionValues {
  readonly shape: string;
  readonly saw: readonly (readonly unknown[])[];
  readonly risk?: readonly (readonly unknown[])[];
  readonly hint?: Saw;
}

/** Names of shapes by `waysOf`. Bounded by the paths through the rules, some dozens. */
const names = new Map<string, string>();
const texts = new Map<string, string>();

function textOfShape(name: string): string | undefined {
  return texts.get(name);
}

export function encodeDecision(decision: Decision, risk: RiskAssessment | null): DecisionValues {
  const shape = names.get(waysOf(decision, risk)) ?? nameShape(decision, risk);
  const saw = decision.trace.map((rule) => Object.values(rule.saw));
  const hint = hintOf(decision);
  return {
    shape,
    saw,
    ...(risk && { risk: risk.trace.map(({ points, saw }) => [points, ...Object.values(saw)]) }),
    ...(Object.keys(hint).length > 0 && { hint }),
  };
}

/** A shorter key for a shape, since every decision is looked up by it. */
function waysOf({ trace }: Decision, risk: RiskAssessment | null): string {
  let text = "";
  for (const { id, code, passed, saw } of trace) text += `${id} ${code}${passed ? "+" : "-"}${namesIn(saw)}`;
  if (risk) for (const { rule, weight, saw } of risk.trace) text += `|${rule} ${weight}${namesIn(saw)}`;
  return risk ? `${text}|` : text;
}

function namesIn(saw: Saw): string {
  let text = "";
  for (const name in saw) text += ` ${name}`;
  return `${text};`;
}

function nameShape(decision: Decision, risk: RiskAssessment | null): string {
  const shape: Shape = {
    rules: decision.trace.map(({ id, code, passed, saw }) => ({ id, code, passed, saw: Object.keys(saw) })),
    risk: risk?.trace.map(({ rule, weight, saw }) => ({ rule, weight, saw: Object.keys(saw) })) ?? null,
  };
  const text = JSON.stringify(shape);
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 12);
  names.set(waysOf(decision, risk), name);
  texts.set(name, text);
  return name;
}

function named({ saw, risk, hint }: DecisionValues, shape: Shape): NamedDecision {
  return {
    rules: shape.rules.map((rule, at) => ({ ...rule, saw: pairs(rule.saw, saw[at]) })),
    risk:
      shape.risk?.map((rule, at) => {
        const [points, ...values] = risk?.[at] ?? [];
        return { ...rule, points: Number(points), saw: pairs(rule.saw, values) };
      }) ?? null,
    hint: hint ?? {},
  };
}

function pairs(keys: readonly string[], values: readonly unknown[] = []): Saw {
  return Object.fromEntries(keys.map((key, at) => [key, values[at]]));
}

const Kept = z.object({ shape: z.string() });

/**
 * Shapes known to be committed in the database behind a pool. Forgotten on each new connection, which may lead to a promoted
 * standby that lost the latest commits. A pooler keeps our connection across a failover; there, only a restart forgets.
 */
const kept = new WeakMap<Queryable, Set<string>>();

function keptBehind(pool: ReturnType<typeof getPool>): Set<string> {
  const known = kept.get(pool) ?? new Set();
  if (!kept.has(pool)) pool.once("connect", () => kept.delete(pool));
  kept.set(pool, known);
  return known;
}

/** Writes the shapes that the database may lack, before the decisions that need them. */
export async function storeShapes(db: Queryable, decisions: readonly unknown[]): Promise<void> {
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
  // A transaction may still roll back.
  if (db === pool) for (const name of missing) known.add(name);
}

export async function readDecision(db: Queryable, authorizationId: string): Promise<NamedDecision | null> {
  const [row] = await query<{ decision: DecisionValues; shape: Shape | null }>(
    db,
    sql`SELECT a.decision, s.shape FROM authorizations a LEFT JOIN decision_shapes s ON s.id = a.decision->>'shape'
      WHERE a.id = ${authorizationId}`,
  );
  if (!row) return null;
  const { decision, shape } = row;
  if (!shape) throw new Error(`the shape ${decision.shape} of a decision is missing`);
  return named(decision, shape);
}
