import { issuesOf, messageOf } from "@/components/trpc/client";

export function proofIssues(error: unknown): Readonly<Record<string, string>> {
  const found = issuesOf(error);
  if (found.code) return { code: "That code is wrong or has already been used." };
  return { password: found.password ? "That isn’t your password." : messageOf(error) };
}
