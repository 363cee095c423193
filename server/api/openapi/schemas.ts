import { z } from "zod";

type JsonSchema = Record<string, unknown>;

const PREFIX = "#/components/schemas/";

function idOf(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (!id) throw new Error("a schema of a contract has no id");
  return id;
}

/** A reference to a contract's schema. Every body a contract sends or takes has an id of its own. */
export function refTo(schema: z.ZodType): { $ref: string } {
  return { $ref: `${PREFIX}${idOf(schema)}` };
}

/** `#/$defs/Name`, as a schema by itself has it, is `#/components/schemas/Name` in a document. */
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

/** Without the promise that there is nothing else: what we send may gain fields (docs/versioning.md). */
function openToMore(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openToMore);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(key === "additionalProperties" && value === false));
  return Object.fromEntries(entries.map(([key, value]) => [key, openToMore(value)]));
}

/**
 * `components.schemas`: the JSON Schemas of what is sent and taken, and of what these are made of. Converted one by one, for the
 * registry of ids is the process's, and a bundler may have put several copies of the contracts into it.
 */
export function componentSchemas(of: {
  readonly sent: readonly z.ZodType[];
  readonly taken: readonly z.ZodType[];
}): Record<string, JsonSchema> {
  const found = { ...(openToMore(definitionsOf(of.sent)) as Record<string, JsonSchema>), ...definitionsOf(of.taken) };
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b, "en")));
}

function definitionsOf(schemas: readonly z.ZodType[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const schema of new Set(schemas)) {
    const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
    // A schema with an id is its own definition; one that is used nowhere else may stand for itself.
    for (const [id, part] of Object.entries({ [idOf(schema)]: root, ...($defs as object) })) {
      const { id: _name, ...rest } = moveRefs(part) as JsonSchema;
      found[id] = rest;
    }
  }
  return found;
}

/** With what it names by itself in the place of each name. */
function inline(schema: unknown, defs: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => inline(part, defs));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, id: _name, ...rest } = schema as JsonSchema;
  const named = typeof $ref === "string" ? (inline(defs[$ref.replace("#/$defs/", "")], defs) as JsonSchema) : {};
  return { ...named, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, defs)])) };
}

/** The JSON Schema of one path parameter or header, written in place. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  return inline(rest, $defs as JsonSchema) as JsonSchema;
}
