import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "./singleton";

const current = () => processSingleton("page-reads-under-way", () => new AsyncLocalStorage<boolean>());

/** Whatever `read` asks of the database, it gets from the few connections that pages have: tills have all the others. */
export function readForPage<T>(read: () => Promise<T>): Promise<T> {
  return current().run(true, read);
}

/** What is done for several requests at once belongs to no page, even if a page was the first to ask. */
export function outsidePages<T>(work: () => Promise<T>): Promise<T> {
  return current().run(false, work);
}

export function isReadForPage(): boolean {
  return current().getStore() ?? false;
}
