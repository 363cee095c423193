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

/** Changes the JSON of one schema in place, the inner ones of a schema first. */
type Change = (schema: JsonSchema) => void;

function toJson(schema: z.ZodType, changes: readonly Change[]): JsonSchema {
  const override = ({ jsonSchema }: { readonly jsonSchema: JsonSchema }) => {
    for (const change of changes) change(jsonSchema);
  };
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", override }) as JsonSchema;
  return rest;
}

/** Responses may gain fields (docs/versioning.md). */
const leaveOpen: Change = (schema) => {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
};

/** An unknown field is refused. */
const close: Change = (schema) => {
  if (schema.type === "object" && schema.properties !== undefined) schema.additionalProperties ??= false;
};

function say(schema: JsonSchema, sentence: string): void {
  const { description } = schema;
  if (typeof description !== "string" || description === "") schema.description = sentence;
  else if (!description.includes(sentence)) schema.description = `${description} ${sentence}`;
}

/** Closes no enum that may grow, so that generated clients take the values that come later (docs/versioning.md). */
const letGrow: Change = (schema) => {
  if (schema["x-extensible-enum"] === undefined) return;
  delete schema.enum;
  say(schema, "More may come.");
};

/** Says defaults in words: generators make a field with `default` required in the type of a request. */
const stateDefault: Change = (schema) => {
  if (schema.default === undefined) return;
  say(schema, `Default: \`${schema.default}\`.`);
  delete schema.default;
};

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
    ...definitionsOf(of.taken, [close, letGrow, stateDefault]),
    ...definitionsOf(of.lenient, [leaveOpen, letGrow, stateDefault]),
    ...definitionsOf(of.sent, [leaveOpen, letGrow]),
  };
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b, "en")));
}

function definitionsOf(schemas: readonly z.ZodType[], changes: readonly Change[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const schema of new Set(schemas)) {
    const { $defs = {}, ...root } = toJson(schema, changes);
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
  const { $defs = {}, ...rest } = toJson(schema, [letGrow, stateDefault]);
  const whole = inline(rest, $defs as JsonSchema) as JsonSchema;
  // A description beside a reference takes the place of the named one.
  letGrow(whole);
  return whole;
}
