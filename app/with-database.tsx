import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Unavailable } from "@/components/public/entry/unavailable";
import { isDatabaseAway } from "@/server/api/database-away";

/** The page, or in its place that it can't be read now. The answer is a 503 then: `server/boot/pages.ts` sees to that. */
export async function WithDatabase({ children }: { readonly children: ReactNode }) {
  // A build makes no page: there is no request, and no database.
  await headers();
  return (await isDatabaseAway()) ? <Unavailable /> : children;
}
