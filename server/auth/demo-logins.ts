import { listDemoLogins } from "@/server/domain/users";

/** The password that every publicly known login of the sandbox has (design 7). */
const DEMO_PASSWORD = "closed-loop-demo";

/** What the sign-in page offers to fill in; empty where nobody seeded the sandbox. */
export async function findDemoLogins(): Promise<{ email: string; password: string }[]> {
  const emails = await listDemoLogins();
  return emails.map((email) => ({ email, password: DEMO_PASSWORD }));
}
