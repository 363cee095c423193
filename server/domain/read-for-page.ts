import { onReplica } from "@/server/db/pool";
import { whereToRead } from "@/server/db/replica";

/** Reads from a replica, if there is one that is not behind. */
export async function readForPage<T>(read: () => Promise<T>): Promise<T> {
  return (await whereToRead()) === "replica" ? await onReplica(read) : await read();
}
