import { listDemoLogins } from "@/server/domain/users";
import { UnavailableError } from "@/server/platform/unavailable";

/** The password that every publicly known login of the sandbox has (design 7). */
const DEMO_PASSWORD = "closed-loop-demo";

/** A guide can be read without them. */
function noneWhileAway(error: unknown): never[] {
  if (error instanceof UnavailableError) return [];
  throw error;
}

/** What the sign-in page offers to fill in; empty where no one seeded the sandbox. */
export async function findDemoLogins(): Promise<{ email: string; password: string }[]> {
  const emails = await listDemoLogins().catch(noneWhileAway);
  return emails.map((email) => ({ email, password: DEMO_PASSWORD }));
}
