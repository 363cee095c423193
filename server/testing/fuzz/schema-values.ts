import fc from "fast-check";
import { z } from "zod";
import { RECORD_ID } from "@/server/contracts/choices";

type Schema = Readonly<Record<string, unknown>>;

export interface Known {
  readonly named: Readonly<Record<string, readonly string[]>>;
  readonly ids: readonly string[];
}

/** Values that satisfy the JSON Schema, though not every refinement behind it. */
export function valuesOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  const definitions = (root.$defs ?? {}) as Readonly<Record<string, Schema>>;
  return new Values(definitions, known).of(root, "");
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);
const list = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value : []);
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

const DAYS = fc
  .date({ min: new Date(0), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

/** The first and last days that can be written; PostgreSQL has no year 0. */
const ENDS = ["0000-01-01", "0000-12-31", "0001-01-01", "9999-12-31"];

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uri: fc.constantFrom("https://receiver.example.com/hooks", "http://localhost:3000/a", "https://203.0.113.9/"),
  email: fc.constantFrom("someone@example.com", "a.b+c@xn--bcher-kva.example", "other@example.org"),
  uuid: fc.uuid({ version: 4 }),
  date: fc.oneof({ weight: 3, arbitrary: DAYS }, fc.constantFrom(...ENDS)),
  "date-time": fc.oneof(
    { weight: 3, arbitrary: DAYS.map((day) => `${day}T09:30:00.000Z`) },
    fc.constantFrom(...ENDS, "2026-02-30").map((day) => `${day}T23:59:59+00:00`),
  ),
};

const MAX_ITEMS = 4;

class Values {
  readonly #definitions: Readonly<Record<string, Schema>>;
  readonly #known: Known;

  constructor(definitions: Readonly<Record<string, Schema>>, known: Known) {
    this.#definitions = definitions;
    this.#known = known;
  }

  of(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const known = this.#known.named[name];
    const values = this.#ofSchema(schema, name);
    return known && known.length > 0
      ? fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: values })
      : values;
  }

  #ofSchema(schema: Schema, name: string): fc.Arbitrary<unknown> {
    if (typeof schema.$ref === "string")
      return this.of(this.#definitions[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name);
    if ("const" in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
    const options = [...list(schema.anyOf), ...list(schema.oneOf)];
    if (options.length > 0) return fc.oneof(...options.map((option) => this.of(option, name)));
    const parts = list(schema.allOf);
    if (parts.length > 0) return this.of(Object.assign({}, schema, { allOf: [] }, ...parts), name);
    return this.#ofType(schema, name);
  }

  #ofType(schema: Schema, name: string): fc.Arbitrary<unknown> {
    switch (schema.type) {
      case "object":
        return this.#objects(schema);
      case "array":
        return this.#arrays(schema, name);
      case "string":
        return this.#strings(schema);
      case "integer":
        return fc.integer({
          min: Math.max(number(schema.minimum, 0), -1_000),
          max: Math.min(number(schema.maximum, 1_000), 1_000_000),
        });
      case "number":
        return fc.integer({ min: 1, max: 5_000 }).map((cents) => cents / 100);
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  #objects({ properties, required, additionalProperties }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.entries(isSchema(properties) ? properties : {});
    if (fields.length === 0 && isSchema(additionalProperties)) {
      return fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), fc.jsonValue({ maxDepth: 1 }), {
        maxKeys: MAX_ITEMS,
      });
    }
    const needed = new Set(Array.isArray(required) ? required : []);
    const model = Object.fromEntries(fields.map(([name, field]) => [name, this.of(field as Schema, name)]));
    return fc.record(model, { requiredKeys: Object.keys(model).filter((name) => needed.has(name)) });
  }

  #arrays({ items, minItems, maxItems }: Schema, name: string): fc.Arbitrary<unknown> {
    const minLength = number(minItems, 0);
    const maxLength = Math.max(minLength, Math.min(number(maxItems, MAX_ITEMS), MAX_ITEMS));
    return fc.array(this.of(isSchema(items) ? items : {}, name), { minLength, maxLength });
  }

  #strings({ pattern, format, minLength, maxLength }: Schema): fc.Arbitrary<unknown> {
    const ofFormat = FORMATS[text(format)];
    if (ofFormat) return ofFormat;
    const longest = Math.min(number(maxLength, 40), 200);
    const shortest = Math.min(number(minLength, 0), longest);
    if (typeof pattern !== "string") return fc.string({ minLength: shortest, maxLength: longest });
    const { ids } = this.#known;
    if (pattern === RECORD_ID.source && ids.length > 0) return fc.constantFrom(...ids);
    return matching(pattern, longest);
  }
}

/** A negated class allows almost any text, and would be listed character by character. */
const ALL_BUT = "[^";

/** Falls back to arbitrary text, which the schema mostly refuses, for patterns that the generator can't read. */
function matching(pattern: string, maxLength: number): fc.Arbitrary<string> {
  const plain = fc.string({ maxLength: Math.min(maxLength, 40) });
  if (pattern.includes(ALL_BUT)) return plain;
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength });
  } catch {
    return plain;
  }
}
