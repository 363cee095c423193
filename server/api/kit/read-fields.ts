import { z } from "zod";
import { LINE } from "@/server/contracts/choices";

/** A body as its contract reads it, and the names of what the contract does not know. */
export interface ReadFields {
  readonly value: unknown;
  /** `a`, `paymentMethod.b`. */
  readonly ignored: readonly string[];
}

/**
 * `null` for a field that may be left out means that it was left out, unless null is a value of its own there; what the
 * contract does not know is left out and named, or left in for a strict object to refuse. Inside free-form fields nothing is
 * touched.
 */
export function readFields(schema: z.ZodType, value: unknown): ReadFields {
  const ignored: string[] = [];
  return { value: walk(schema, value, "", ignored), ignored };
}

function walk(schema: z.ZodType, value: unknown, prefix: string, ignored: string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const object = objectFor(schema, value);
  if (!object) return value;
  const { shape } = object;
  const isStrict = object.def.catchall instanceof z.ZodNever;
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const item: unknown = Reflect.get(value, name);
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field && isStrict) kept[name] = item;
    else if (!field) ignored.push(prefix + name);
    else if (!isLeftOut(field, item)) kept[name] = walk(field, item, `${prefix}${name}.`, ignored);
  }
  return kept;
}

/** Null, and an empty line of text, where the field may be left out: forms and other languages send both for nothing. */
function isLeftOut(field: z.ZodType, item: unknown): boolean {
  if (item === null) return meansAbsent(field);
  return item === "" && meansAbsent(field) && isLineOfText(field);
}

function isLineOfText(schema: unknown): boolean {
  if (isOptional(schema)) return isLineOfText(schema.unwrap());
  return (
    schema instanceof z.ZodString &&
    (schema.def.checks ?? []).some((check) => Reflect.get(check._zod.def, "pattern") === LINE)
  );
}

function meansAbsent(field: z.ZodType): boolean {
  // zod's own isOptional() asks whether undefined is accepted, which exactOptional() refuses.
  return (isOptional(field) || field.isOptional()) && !field.isNullable();
}

function isOptional(schema: unknown): schema is z.ZodOptional | z.ZodExactOptional {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
}

/** The object that the schema reads this value as: of a union, the one whose literals the value has. */
function objectFor(schema: unknown, value: object): z.ZodObject<Readonly<Record<string, z.ZodType>>> | null {
  if (schema instanceof z.ZodObject) return schema;
  if (isOptional(schema) || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectFor(schema.unwrap(), value);
  }
  if (!(schema instanceof z.ZodUnion)) return null;
  for (const option of schema.options) {
    const object = objectFor(option, value);
    if (object && hasLiterals(object.shape, value)) return object;
  }
  return null;
}

function hasLiterals(shape: Readonly<Record<string, z.ZodType>>, value: object): boolean {
  return Object.entries(shape).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(Reflect.get(value, name)).success,
  );
}

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 64;

/**
 * A header's value: names from outside, so that none may end the header, be a list of its own or fill the answer. A last
 * `+3` stands for three more.
 */
export function ignoredFieldsHeader(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    const plain = name.replace(/[^\x21-\x2b\x2d-\x7e]/g, "?");
    return plain.length > MAX_NAME_LENGTH ? `${plain.slice(0, MAX_NAME_LENGTH - 3)}...` : plain || "?";
  });
  return [...shown, ...(names.length > MAX_NAMES ? [`+${names.length - MAX_NAMES}`] : [])].join(", ");
}
