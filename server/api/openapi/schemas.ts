import { z } from "zod";

type JsonSchema = Record<string, unknown>;

const PREFIX = "#/components/schemas/";

/** A reference to a contract's schema. Every body a contract sends or takes has an id of its own. */
export function refTo(schema: z.ZodType): { $ref: string } {
  const id = z.globalRegistry.get(schema)?.id;
  if (!id) throw new Error("a schema of a contract has no id");
  return { $ref: `${PREFIX}${id}` };
}

function collectRefs(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === "$ref" && typeof item === "string") found.add(item.slice(PREFIX.length));
    else collectRefs(item, found);
  }
}

/** `components.schemas`: the JSON Schemas that a document refers to, and those they refer to. */
export function componentSchemas(document: object): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `${PREFIX}${id}`, io: "input" });
  const used: Record<string, JsonSchema> = {};
  const wanted = new Set<string>();
  collectRefs(document, wanted);
  // A Set visits what is added while it is walked, so this ends when nothing new is referred to.
  for (const id of wanted) {
    const { $id: _id, $schema: _dialect, id: _name, ...schema } = schemas[id] as JsonSchema;
    used[id] = schema;
    collectRefs(schema, wanted);
  }
  return Object.fromEntries(Object.entries(used).sort(([a], [b]) => a.localeCompare(b, "en")));
}

/** The JSON Schema of one path parameter or header, written in place. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  return rest;
}
