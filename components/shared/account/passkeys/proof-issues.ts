import { issuesOf, messageOf } from "@/components/trpc/client";

/** Maps the server's error about a proof to the field it concerns. */
export function proofIssues(error: unknown): Readonly<Record<string, string>> {
  const found = issuesOf(error);
  if (found.code) return { code: "That code is wrong or has already been used." };
  return { password: found.password ? "That isn’t your password." : messageOf(error) };
}
