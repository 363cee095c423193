import { onReplica } from "@/server/db/pool";
import { whereToRead } from "@/server/db/replica";
import { networkPath } from "@/server/platform/connection";
import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { processSingleton } from "@/server/platform/singleton";

/** Reads from a replica, if there is one that is not behind. */
export async function readForPage<T>(read: () => Promise<T>): Promise<T> {
  return (await whereToRead()) === "replica" ? await onReplica(read) : await read();
}

/** Limits concurrent page reads of this process. The one with the fewest running reads is next. */
const reads = processSingleton("page-reads", () => new FairPlaces({ places: () => getEnv().PAGE_READS }));

/** Reads when it is the turn of this address. Never within another turn, which would wait for itself. */
export function readInTurn<T>(address: string | null, read: () => Promise<T>): Promise<T> {
  return reads.run(networkPath(address ?? ""), read);
}
