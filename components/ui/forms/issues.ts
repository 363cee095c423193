import type { z } from "zod";

export type Issues = Readonly<Record<string, string>>;

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** A plain message for issues to which the contract assigns none. */
export function formatIssue(issue: Issue): string {
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

/** The first issue of each field. Issues of a list's entries belong to the list. */
export function issuesByField(error: z.ZodError): Issues {
  const found: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const name = path.filter((part) => typeof part === "string").join(".");
    found[name] ??= sentence(message);
  }
  return found;
}

/** Turns the API's `must be https` into a sentence. */
export function sentence(issue: string): string {
  return /^(must|may|is|has) /.test(issue) ? `It ${issue}.` : issue;
}
