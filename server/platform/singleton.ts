/**
 * Next compiles two module graphs into one process, pages into one and route handlers with `instrumentation.ts` into the
 * other, and the server around it is a third. What they must share (connections, limits, keys, what was bound at the start)
 * is kept in one map on `globalThis`. What may exist twice, such as a cache, is a constant of its module.
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
