import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readSession } from "@/server/auth/session";

/** Cached per request, so that the metadata and the page share one read. */
const readOnce = cache(readSession);

/** The signed-in user. Redirects to sign-in, or to second-factor setup if a required factor is missing. */
export async function enter(sent: Headers, path: string) {
  const signedIn = await readOnce(sent);
  const next = encodeURIComponent(sent.get("x-closed-loop-address") ?? path);
  if (!signedIn) redirect(`/sign-in?next=${next}`);
  if (signedIn.needsSecondFactor) redirect(`/second-factor?next=${next}`);
  return signedIn;
}

export type SignedInRole = Awaited<ReturnType<typeof enter>>["roles"][number];

/** Metadata for pages of one role. Users without the role get a 404 title, so that the page's real title doesn't leak. */
export async function titleFor(sent: Headers, isTheirs: (role: SignedInRole) => boolean): Promise<Metadata> {
  // If the session can't be read, the page itself shows the error.
  const signedIn = await readOnce(sent).catch(() => null);
  const title = "Page not found · Closed Loop";
  // A template without `%s` replaces the page's own title.
  return {
    robots: { index: false },
    ...(signedIn && !signedIn.roles.some(isTheirs) && { title: { template: title, default: title } }),
  };
}
