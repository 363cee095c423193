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

/**
 * The query as the contract reads it. Of an operation with parameters, a name that it does not know, or one that comes twice, is
 * refused: a filter that is left out in silence answers another question than was asked. An operation without any answers the
 * same whatever the query says, so it ignores it. Throws `validation_error`.
 */
export function readQuery(schema: z.ZodObject | undefined, search: string): unknown {
  if (!schema) return {};
  const params = new URLSearchParams(search);
  const seen = new Set<string>();
  for (const name of params.keys()) {
    if (!Object.hasOwn(schema.shape, name)) throw wrong(name, "is not a parameter of this operation");
    if (seen.has(name)) throw wrong(name, "may be given once");
    seen.add(name);
  }
  return validate(schema, Object.fromEntries(params));
}
