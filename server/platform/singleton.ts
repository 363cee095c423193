/**
 * One process holds two module graphs: the one `server/main.ts` loads and the one
 * Next compiled. What must exist once per process (pool, verified-secret memory,
 * rate buckets) is kept in one map on `globalThis`, under a registered symbol.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const existing = findSingleton<T>(name);
  if (existing !== undefined) return existing;
  const created = create();
  singletons.set(name, created);
  return created;
}

/** Undefined while nobody has asked for it. */
export function findSingleton<T>(name: string): T | undefined {
  return singletons.get(name) as T | undefined;
}

/** For tests that begin anew, as a process that was just started would. */
export function forgetSingleton(name: string): void {
  singletons.delete(name);
}

const REGISTRY = Symbol.for("closed-loop.singletons");
const place = globalThis as { [REGISTRY]?: Map<string, unknown> };
place[REGISTRY] ??= new Map();
const singletons = place[REGISTRY];
