import { listDemoLogins } from "@/server/domain/users";
import { UnavailableError } from "@/server/platform/unavailable";

/** Shared password of the sandbox's public logins (design 7). */
const DEMO_PASSWORD = "closed-loop-demo";

/** The guides don't need them to be readable. */
function noneWhileAway(error: unknown): never[] {
  if (error instanceof UnavailableError) return [];
  throw error;
}

export async function findDemoLogins(): Promise<{ email: string; password: string }[]> {
  const emails = await listDemoLogins().catch(noneWhileAway);
  return emails.map((email) => ({ email, password: DEMO_PASSWORD }));
}
