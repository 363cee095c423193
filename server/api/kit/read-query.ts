import type { z } from "zod";
import { DomainError } from "@/server/domain/errors";
import { validate } from "./validate";

const MAX_NAME_LENGTH = 64;

function wrong(name: string, message: string): DomainError {
  const field = name.slice(0, MAX_NAME_LENGTH).toWellFormed();
  return new DomainError("validation_error", `${field}: ${message}`, {
    field,
    details: { issues: [{ field, message }] },
  });
}

/** `created[gte]`: a field of a parameter that has fields. */
const FIELD = /^([^[\]]+)\[([^[\]]*)\]$/;

/**
 * The query as the contract reads it. Of an operation with parameters, a name that it does not know, or one that comes twice, is
 * refused: a filter that is left out in silence answers another question than was asked. An operation without any answers the
 * same whatever the query says, so it ignores it. Throws `validation_error`.
 */
export function readQuery(schema: z.ZodObject | undefined, search: string): unknown {
  if (!schema) return {};
  const values = new Map<string, string | [name: string, value: string][]>();
  const seen = new Set<string>();
  for (const [sent, value] of new URLSearchParams(search)) {
    const [, name = sent, field] = FIELD.exec(sent) ?? [];
    if (!Object.hasOwn(schema.shape, name)) throw wrong(sent, "is not a parameter of this operation");
    const known = values.get(name) ?? [];
    if (seen.has(sent) || typeof known === "string") throw wrong(sent, "may be given once");
    seen.add(sent);
    if (field === undefined && values.has(name)) throw wrong(sent, "may be given once");
    values.set(name, field === undefined ? value : [...known, [field, value]]);
  }
  const read = [...values].map(([name, value]) => [
    name,
    typeof value === "string" ? value : Object.fromEntries(value),
  ]);
  return validate(schema, Object.fromEntries(read));
}
