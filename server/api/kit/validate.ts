import type { z } from "zod";
import { DomainError } from "@/server/domain/errors";

const MAX_ISSUES = 20;

/** Parses with a contract's schema. Throws `validation_error` with the first wrong field and a list of all. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    field: issue.path.join(".") || null,
    message: issue.message,
  }));
  const [first] = issues;
  const about = first?.field ? `${first.field}: ` : "";
  throw new DomainError("validation_error", `${about}${first?.message ?? "The request is not valid."}`, {
    ...(first?.field ? { field: first.field } : {}),
    details: { issues },
  });
}
