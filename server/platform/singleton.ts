/**
 * One process holds two module graphs: the one `server/main.ts` loads and the one
 * Next compiled. What must exist once per process (pool, verified-secret memory,
 * rate buckets) is kept on `globalThis` under a registered symbol.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const existing = findSingleton<T>(name);
  if (existing !== undefined) return existing;
  const created = create();
  storeOf<T>()[keyOf(name)] = created;
  return created;
}

/** Undefined while nobody has asked for it. */
export function findSingleton<T>(name: string): T | undefined {
  return storeOf<T>()[keyOf(name)];
}

const keyOf = (name: string) => Symbol.for(`closed-loop.${name}`);
const storeOf = <T>() => globalThis as unknown as Record<symbol, T | undefined>;
