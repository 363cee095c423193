import { whereToRead } from "@/server/db/replica";
import { asPageRead } from "@/server/platform/page-reads";

/** Reads what a page shows, on the connections that pages have, from a replica where there is one that is not behind. */
export async function readForPage<T>(read: () => Promise<T>): Promise<T> {
  return await asPageRead(await whereToRead(), read);
}
