import type { z } from "zod";
import { DomainError } from "@/server/domain/errors";

const MAX_ISSUES = 20;
const MAX_NAME_LENGTH = 64;

interface Issue {
  readonly field: string | null;
  readonly message: string;
}

/** A field that a strict object does not know is named itself: it may be one misspelt. */
function describe(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code !== "unrecognized_keys") return [{ field: issue.path.join(".") || null, message: issue.message }];
  return issue.keys.map((key) => ({
    field: [...issue.path, key].join(".").slice(0, MAX_NAME_LENGTH).toWellFormed(),
    message: "is not a field of this operation",
  }));
}

/** Parses with a contract's schema. Throws `validation_error` with the first wrong field and a list of all. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(describe).slice(0, MAX_ISSUES);
  const [first] = issues;
  const about = first?.field ? `${first.field}: ` : "";
  throw new DomainError("validation_error", `${about}${first?.message ?? "The request is not valid."}`, {
    ...(first?.field ? { field: first.field } : {}),
    details: { issues },
  });
}
