import { z } from "zod";

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a JSON number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};
const UNITS: Readonly<Record<string, string>> = { string: "character", array: "item" };
const MAX_VALUES = 12;

/** Zod's own words, as opposed to those of a contract. */
const OF_THE_VALIDATOR = /^(?:Invalid|Too (?:small|big)|Unrecognized)/;

/** What a caller reads of wrong fields. Of a value of another type nothing else is said, such as that it is too short. */
export function formatIssues(
  issues: readonly z.core.$ZodIssue[],
  schema?: z.ZodType,
): { readonly field: string; readonly message: string }[] {
  const fieldOf = ({ path }: z.core.$ZodIssue) => path.join(".");
  const ofType = new Map(issues.flatMap((issue) => (issue.code === "invalid_type" ? [[fieldOf(issue), issue]] : [])));
  return issues
    .filter((issue) => (ofType.get(fieldOf(issue)) ?? issue) === issue)
    .map((issue) => ({ field: fieldOf(issue), message: formatIssue(issue, schema) }));
}

/** What a caller reads of a wrong field: what is expected there, and an example where the contract has one. */
function formatIssue(issue: z.core.$ZodIssue, schema?: z.ZodType): string {
  if (!OF_THE_VALIDATOR.test(issue.message)) return issue.message;
  const example = exampleAt(schema, issue.path);
  if (example === null) return expected(issue);
  const shown = JSON.stringify(example);
  return issue.code === "invalid_format" ? `must look like ${shown}` : `${expected(issue)}, such as ${shown}`;
}

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type": {
      const type = TYPES[issue.expected] ?? `of type ${issue.expected}`;
      return issue.input === undefined ? `is required: ${type}` : `must be ${type}`;
    }
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${listOf(issue.values)}`;
    case "too_small":
      return bound("at least", issue.origin, issue.minimum);
    case "too_big":
      return bound("at most", issue.origin, issue.maximum);
    case "invalid_format":
      return issue.format === "email"
        ? "must be an email address, such as ada@example.com"
        : "isn’t written as it should be";
    case "invalid_union":
      return "has none of the forms that the reference shows";
    default:
      return "isn’t valid";
  }
}

function listOf(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => `\`${String(value)}\``);
  return [...shown, ...(values.length > MAX_VALUES ? ["others that the reference lists"] : [])].join(", ");
}

function bound(words: string, origin: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${words} ${limit}`;
  return `must have ${words} ${limit} ${unit}${Number(limit) === 1 ? "" : "s"}`;
}

/** The first example of the schema at a path, or of one that it wraps. */
function exampleAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  if (!(schema instanceof z.ZodType)) return null;
  const [name, ...rest] = path;
  const examples = schema.meta()?.examples;
  if (name === undefined && Array.isArray(examples)) return examples[0] ?? null;
  if (schema instanceof z.ZodObject && name !== undefined) return exampleAt(schema.shape[String(name)], rest);
  if (schema instanceof z.ZodArray && name !== undefined) return exampleAt(schema.element, rest);
  return "unwrap" in schema && typeof schema.unwrap === "function" ? exampleAt(schema.unwrap(), path) : null;
}
