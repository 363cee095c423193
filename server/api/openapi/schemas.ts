import { z } from "zod";

type JsonSchema = Record<string, unknown>;

const PREFIX = "#/components/schemas/";

function idOf(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (!id) throw new Error("a schema of a contract has no id");
  return id;
}

export function refTo(schema: z.ZodType): { $ref: string } {
  return { $ref: `${PREFIX}${idOf(schema)}` };
}

/** Rewrites `#/$defs/Name` of a standalone schema to `#/components/schemas/Name`. */
function moveRefs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(moveRefs);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", PREFIX) : moveRefs(value),
    ]),
  );
}

/** Drops `additionalProperties: false`: responses may gain fields (docs/versioning.md). */
function openToMore(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openToMore);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(key === "additionalProperties" && value === false));
  return Object.fromEntries(entries.map(([key, value]) => [key, openToMore(value)]));
}

/** Adds `additionalProperties: false` to every object with named properties: an unknown one is refused. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isObject = parts.type === "object" && parts.properties !== undefined;
  return isObject ? { additionalProperties: false, ...parts } : parts;
}

/**
 * `components.schemas` for all sent and accepted bodies and their parts; `taken` ones refuse unknown fields, `lenient` ones
 * ignore them. A part that answers have too stays open. Each schema is converted on its own, because Zod's id registry is
 * global and a bundler may have loaded several copies of the contracts.
 */
export function componentSchemas(of: {
  readonly sent: readonly z.ZodType[];
  readonly taken: readonly z.ZodType[];
  readonly lenient: readonly z.ZodType[];
}): Record<string, JsonSchema> {
  const found = {
    ...(closed(definitionsOf(of.taken)) as Record<string, JsonSchema>),
    ...(openToMore(definitionsOf([...of.sent, ...of.lenient])) as Record<string, JsonSchema>),
  };
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b, "en")));
}

function definitionsOf(schemas: readonly z.ZodType[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const schema of new Set(schemas)) {
    const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
    // A schema with an id defines itself; an inline one gets the id of its only use.
    for (const [id, part] of Object.entries({ [idOf(schema)]: root, ...($defs as object) })) {
      const { id: _name, ...rest } = moveRefs(part) as JsonSchema;
      found[id] = rest;
    }
  }
  return found;
}

function inline(schema: unknown, defs: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => inline(part, defs));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, id: _name, ...rest } = schema as JsonSchema;
  const named = typeof $ref === "string" ? (inline(defs[$ref.replace("#/$defs/", "")], defs) as JsonSchema) : {};
  return { ...named, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, defs)])) };
}

export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  return inline(rest, $defs as JsonSchema) as JsonSchema;
}
