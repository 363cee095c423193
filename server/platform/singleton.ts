/**
 * Next compiles three module graphs into one process: `instrumentation.ts`, route handlers, and pages. The server around it in
 * the pages plane is a fourth. What they must share (connections, limits, keys, bindings of `open-next.ts`) lives in one map on
 * `globalThis`. What may exist several times, such as a cache, is a module constant.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const existing = findSingleton<T>(name);
  if (existing !== undefined) return existing;
  const created = create();
  singletons.set(name, created);
  return created;
}

export function findSingleton<T>(name: string): T | undefined {
  return singletons.get(name) as T | undefined;
}

export function forgetSingleton(name: string): void {
  singletons.delete(name);
}

const REGISTRY = Symbol.for("closed-loop.singletons");
const place = globalThis as { [REGISTRY]?: Map<string, unknown> };
place[REGISTRY] ??= new Map();
const singletons = place[REGISTRY];
