import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Unavailable } from "@/components/public/entry/unavailable";
import { isDatabaseAway } from "@/server/api/database-away";

/** The page, or a notice if the database is unreachable. `server/boot/pages.ts` then turns the answer into a 503. */
export async function WithDatabase({ children }: { readonly children: ReactNode }) {
  // Opts out of prerendering: at build time there is no database.
  await headers();
  return (await isDatabaseAway()) ? <Unavailable /> : children;
}
