/**
 * One process holds two module graphs: the one `server/main.ts` loads and the one
 * Next compiled. What must exist once per process (pool, verified-secret memory,
 * rate buckets) is kept on `globalThis` under a registered symbol.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`closed-loop.${name}`);
  const store = globalThis as unknown as Record<symbol, T | undefined>;
  const existing = store[key];
  if (existing !== undefined) return existing;
  const created = create();
  store[key] = created;
  return created;
}
