import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readSession } from "@/server/auth/session";

/** One reading for a request's title and its page. */
const readOnce = cache(readSession);

/** Who is signed in, for the pages at `path`. Others sign in first, and who must have a second factor sets it up. */
export async function enter(sent: Headers, path: string) {
  const signedIn = await readOnce(sent);
  const next = encodeURIComponent(sent.get("x-closed-loop-address") ?? path);
  if (!signedIn) redirect(`/sign-in?next=${next}`);
  if (signedIn.needsSecondFactor) redirect(`/second-factor?next=${next}`);
  return signedIn;
}

export type OwnRole = Awaited<ReturnType<typeof enter>>["roles"][number];

/** The metadata of pages for those who have a role: whoever hasn't reads no title of theirs. */
export async function titleFor(sent: Headers, isTheirs: (role: OwnRole) => boolean): Promise<Metadata> {
  // Where it can't be read, the pages say so.
  const signedIn = await readOnce(sent).catch(() => null);
  const title = "Page not found · Closed Loop";
  // A template without a place for the page's own title stands for all of them.
  return {
    robots: { index: false },
    ...(signedIn && !signedIn.roles.some(isTheirs) && { title: { template: title, default: title } }),
  };
}
