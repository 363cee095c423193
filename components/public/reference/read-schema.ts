import type { OpenApiDocument, Schema } from "@/server/contracts/rest/openapi";

const PREFIX = "#/components/schemas/";
/** Longer patterns tell a reader nothing. */
const MAX_PATTERN = 32;

export interface ReadSchema {
  /** With references resolved; keys beside a `$ref` override the referenced schema's. */
  readonly schema: Schema;
  readonly name: string | null;
  readonly isNullable: boolean;
  /** The non-null variants of a union. */
  readonly variants: readonly Schema[];
}

function isNull(schema: Schema): boolean {
  return schema.type === "null";
}

/** Resolves references and separates null from the other variants. */
export function readSchema(given: Schema, document: OpenApiDocument): ReadSchema {
  const name = given.$ref?.slice(PREFIX.length) ?? null;
  const named = name === null ? undefined : document.components.schemas[name];
  const { $ref: _followed, ...beside } = given;
  if (named) return { ...readSchema({ ...named, ...beside }, document), name };
  const alternatives = given.anyOf ?? given.oneOf ?? [];
  const variants = alternatives.filter((schema) => !isNull(schema));
  const hasNull = variants.length < alternatives.length;
  const [only] = variants;
  if (variants.length === 1 && only) {
    const inner = readSchema({ ...only, ...(given.description ? { description: given.description } : {}) }, document);
    return { ...inner, isNullable: inner.isNullable || hasNull };
  }
  const types = typeof given.type === "string" ? [given.type] : (given.type ?? []);
  const [type] = types.filter((one) => one !== "null");
  const schema = type === undefined ? given : { ...given, type };
  return { schema, name, isNullable: hasNull || types.includes("null"), variants };
}

/** `array of string`, `object`, `string or null`. */
export function typeOf(given: Schema, document: OpenApiDocument): string {
  const { schema, isNullable, variants } = readSchema(given, document);
  const words =
    variants.length > 0
      ? [...new Set(variants.map((variant) => typeOf(variant, document)))].join(" or ")
      : schema.type === "array" && schema.items
        ? `array of ${typeOf(schema.items, document)}`
        : String(schema.type ?? (schema.const === undefined ? "any" : typeof schema.const));
  return isNullable ? `${words} or null` : words;
}

export function constraintsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    schema.const === undefined ? null : `always ${JSON.stringify(schema.const)}`,
    minimum === undefined ? null : `at least ${minimum}`,
    isBounded ? `at most ${maximum}` : null,
    lengthOf(minLength, maxLength, "characters"),
    lengthOf(minItems, maxItems, "items"),
    format ?? null,
    pattern && !format && pattern.length <= MAX_PATTERN ? pattern : null,
  ].filter((text) => text !== null);
}

function lengthOf(min: number | undefined, max: number | undefined, unit: string): string | null {
  if (min !== undefined && min === max) return `${min} ${unit}`;
  if (max !== undefined) return min === undefined || min === 0 ? `up to ${max} ${unit}` : `${min} to ${max} ${unit}`;
  return min === undefined || min === 0 ? null : `at least ${min} ${unit}`;
}

/** A schema that stands in many places, whose values one place lists. */
const LISTED_ONCE: ReadonlySet<string> = new Set(["EventType"]);

/** What a field can be, of a closed enum or of one that may grow; nothing where another page lists it once for all. */
export function valuesOf(given: Schema, document: OpenApiDocument): readonly unknown[] {
  const { schema, name } = readSchema(given, document);
  if (name !== null && LISTED_ONCE.has(name)) return [];
  const values = schema.enum ?? schema["x-extensible-enum"];
  return values ?? (schema.items ? valuesOf(schema.items, document) : []);
}

/** The object schemas inside: the schema itself, an array's items, or a union's variants. Events have entries of their own. */
export function objectsIn(given: Schema, document: OpenApiDocument): Schema[] {
  const { schema, variants } = readSchema(given, document);
  if (schema.discriminator?.propertyName === "event") return [];
  if (variants.length > 0) return variants.flatMap((variant) => objectsIn(variant, document));
  if (schema.type === "array" && schema.items) return objectsIn(schema.items, document);
  return schema.properties ? [schema] : [];
}
