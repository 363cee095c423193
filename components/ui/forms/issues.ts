import type { z } from "zod";

/** What is wrong, by field. */
export type Issues = Readonly<Record<string, string>>;

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong with a field, in plain words, where the contract has none of its own. */
export function sayIssue(issue: Issue): string {
  switch (issue.code) {
    case "too_small":
      if (issue.origin !== "string") return `At least ${issue.minimum}.`;
      return issue.minimum === 1 ? "Required." : `Use at least ${issue.minimum} characters.`;
    case "too_big":
      return issue.origin === "string" ? `Use at most ${issue.maximum} characters.` : `At most ${issue.maximum}.`;
    case "invalid_type":
      if (issue.expected === "int") return "Enter a whole number.";
      return issue.expected === "number" ? "Enter a number." : "Required.";
    default:
      return "This value isn’t valid here.";
  }
}

/** The first thing that is wrong with each field; a list's entries are the list's. */
export function issuesByField(error: z.ZodError): Issues {
  const found: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const name = path.filter((part) => typeof part === "string").join(".");
    found[name] ??= sentence(message);
  }
  return found;
}

/** `must be https`, as the API says it of a field, as a sentence at the field. */
export function sentence(issue: string): string {
  return /^(must|may|is|has) /.test(issue) ? `It ${issue}.` : issue;
}
