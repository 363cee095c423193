import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<boolean>();

/** Whatever `read` asks of the database, it asks of the replica. */
export function onReplica<T>(read: () => Promise<T>): Promise<T> {
  return current.run(true, read);
}

/**
 * What is done for several requests at once is done on the primary, even if a page that reads from the replica was the first
 * to ask. Without such a page nothing is stored: before Node 24 each promise costs more from the first `run` of a process on.
 */
export function onPrimary<T>(work: () => Promise<T>): Promise<T> {
  return isReadingFromReplica() ? current.run(false, work) : work();
}

export function isReadingFromReplica(): boolean {
  return current.getStore() ?? false;
}
