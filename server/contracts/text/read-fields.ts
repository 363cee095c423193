import leven from "leven";
import { z } from "zod";
import { LINE } from "@/server/contracts/choices";

export interface UnknownField {
  /** Dotted, such as `paymentMethod.cvv`. */
  readonly path: string;
  /** The paths that are known in its place. */
  readonly known: readonly string[];
}

interface ReadFields {
  readonly value: unknown;
  readonly unknown: readonly UnknownField[];
}

/**
 * Drops fields that the contract doesn't know and lists them in `unknown`. Null counts as absent for an optional field that
 * isn't nullable. An empty line of text counts as null where that has a meaning, else as absent; a change (`isChange`) of what
 * can't be empty is left to be refused. Free-form fields are left untouched.
 */
export function readFields(schema: z.ZodType, value: unknown, isChange = false): ReadFields {
  const unknown: UnknownField[] = [];
  return { value: walk(schema, value, "", { unknown, isChange }), unknown };
}

interface Walk {
  readonly unknown: UnknownField[];
  readonly isChange: boolean;
}

function walk(schema: z.ZodType, value: unknown, prefix: string, on: Walk): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const item = itemOf(schema);
    return item ? value.map((one, i) => walk(item, one, `${prefix}${i}.`, on)) : value;
  }
  const object = objectFor(schema, value);
  if (!object) return value;
  const { shape } = object;
  const known = Object.keys(shape).map((name) => prefix + name);
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const item: unknown = Reflect.get(value, name);
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) on.unknown.push({ path: prefix + name, known });
    else if (item === "" && field.isNullable() && isLineOfText(field)) kept[name] = null;
    else if (!isLeftOut(field, item, on)) kept[name] = walk(field, item, `${prefix}${name}.`, on);
  }
  return kept;
}

function itemOf(schema: unknown): z.ZodType | null {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return isWrapper(schema) ? itemOf(schema.unwrap()) : null;
}

/** Forms and some languages send null or an empty string for an absent value. */
function isLeftOut(field: z.ZodType, item: unknown, { isChange }: Walk): boolean {
  if (item === null) return meansAbsent(field);
  return item === "" && !isChange && meansAbsent(field) && isLineOfText(field);
}

function isLineOfText(schema: unknown): boolean {
  if (isOptional(schema) || schema instanceof z.ZodNullable) return isLineOfText(schema.unwrap());
  return (
    schema instanceof z.ZodString &&
    (schema.def.checks ?? []).some((check) => Reflect.get(check._zod.def, "pattern") === LINE)
  );
}

function meansAbsent(field: z.ZodType): boolean {
  // Zod's own isOptional() asks whether undefined is accepted, which exactOptional() refuses.
  return (isOptional(field) || field.isOptional()) && !field.isNullable();
}

function isOptional(schema: unknown): schema is z.ZodOptional | z.ZodExactOptional {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
}

function isWrapper(schema: unknown): schema is z.ZodOptional | z.ZodExactOptional | z.ZodNullable | z.ZodDefault {
  return isOptional(schema) || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
}

/** The object schema that applies to this value: for a union, the option whose literals match. */
function objectFor(schema: unknown, value: object): z.ZodObject<Readonly<Record<string, z.ZodType>>> | null {
  if (schema instanceof z.ZodObject) return schema;
  if (isWrapper(schema)) return objectFor(schema.unwrap(), value);
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

/** The longest name or path of a caller that is repeated to it. */
export const MAX_NAME_LENGTH = 64;

/** Without case and separators, so that `max_amount` is as near to `maxAmount` as can be. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The known name that a misspelled one most likely means, or null if none is near. */
function nearest(name: string, known: readonly string[]): string | null {
  const wanted = bare(name);
  if (name.length > MAX_NAME_LENGTH || wanted === "") return null;
  const distances = known.map((candidate) => {
    const other = bare(candidate);
    const isPart = Math.min(other.length, wanted.length) >= 4 && (wanted.includes(other) || other.includes(wanted));
    const distance = leven(wanted, other);
    return {
      candidate,
      distance: isPart ? Math.min(distance, 1) : distance,
      isNear: isPart || distance <= Math.max(1, Math.floor(other.length / 3)),
    };
  });
  const [best] = distances.filter(({ isNear }) => isNear).sort((one, other) => one.distance - other.distance);
  return best?.candidate ?? null;
}

/** What a caller is told of a name that isn't known: the nearest one that is, or all of them. */
export function formatUnknownField({ path, known }: UnknownField, noun: "field" | "parameter"): string {
  const shown = path.slice(0, MAX_NAME_LENGTH).toWellFormed();
  const near = nearest(path, known);
  if (near !== null) return `Unknown ${noun} \`${shown}\`. Did you mean \`${near}\`?`;
  if (known.length === 0) return `Unknown ${noun} \`${shown}\`. This operation takes none.`;
  return `Unknown ${noun} \`${shown}\`. Known are ${known.map((name) => `\`${name}\``).join(", ")}.`;
}

const MAX_NAMES = 20;

/**
 * Joins field names for a header. They come from the caller, so separators and control characters are replaced, and length is
 * limited. A trailing `+3` means three more.
 */
export function ignoredFieldsHeader(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    const plain = name.replace(/[^\x21-\x2b\x2d-\x7e]/g, "?");
    return plain.length > MAX_NAME_LENGTH ? `${plain.slice(0, MAX_NAME_LENGTH - 3)}...` : plain || "?";
  });
  return [...shown, ...(names.length > MAX_NAMES ? [`+${names.length - MAX_NAMES}`] : [])].join(", ");
}
