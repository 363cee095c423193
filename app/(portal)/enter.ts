import { redirect } from "next/navigation";
import { readSession } from "@/server/auth/session";

/** Who is signed in, for the pages at `path`. Others sign in first, and who must have a second factor sets it up. */
export async function enter(sent: Headers, path: string) {
  const signedIn = await readSession(sent);
  const next = encodeURIComponent(sent.get("x-closed-loop-address") ?? path);
  if (!signedIn) redirect(`/sign-in?next=${next}`);
  if (signedIn.needsSecondFactor) redirect(`/second-factor?next=${next}`);
  return signedIn;
}
