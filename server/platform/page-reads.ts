import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "./singleton";

const current = () => processSingleton("page-reads-under-way", () => new AsyncLocalStorage<true>());

/** Whatever `read` asks of the database, it gets from the few connections that pages have: tills have all the others. */
export function readForPage<T>(read: () => Promise<T>): Promise<T> {
  return current().run(true, read);
}

export function isReadForPage(): boolean {
  return current().getStore() ?? false;
}
