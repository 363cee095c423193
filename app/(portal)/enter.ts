import { redirect } from "next/navigation";
import { readSession } from "@/server/auth/session";

/** Who is signed in, for the pages at `path`. Others sign in first, and who must have a second factor sets it up. */
export async function enter(sent: Headers, path: string) {
  const signedIn = await readSession(sent);
  if (!signedIn) redirect(`/sign-in?next=${encodeURIComponent(sent.get("x-closed-loop-path") ?? path)}`);
  if (signedIn.needsSecondFactor) redirect("/second-factor");
  return signedIn;
}
