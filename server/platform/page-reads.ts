import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "./singleton";

/** Which database a page is read from. */
export type ReadFrom = "primary" | "replica";

const current = () => processSingleton("page-reads-under-way", () => new AsyncLocalStorage<ReadFrom | null>());

/** Whatever `read` asks of the database, it gets from the few connections that pages have: tills have all the others. */
export function asPageRead<T>(from: ReadFrom, read: () => Promise<T>): Promise<T> {
  return current().run(from, read);
}

/**
 * What is done for several requests at once belongs to no page, even if a page was the first to ask. Where none was, nothing is
 * stored: before Node 24 each promise costs more from the first `run` of a process on.
 */
export function outsidePages<T>(work: () => Promise<T>): Promise<T> {
  return findPageRead() === null ? work() : current().run(null, work);
}

/** Null: nothing is read for a page here. */
export function findPageRead(): ReadFrom | null {
  return current().getStore() ?? null;
}
