/**
 * So many at a time, as for connections of the pool that others need as well. Who has to wait is served in turn by key,
 * then first come, first served: a hundred of one key keep another waiting for one.
 */
export function openPlaces(count: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string, readonly (() => void)[]>();
  let free = count;
  const passOn = () => {
    const [first] = waiting;
    if (!first) {
      free += 1;
      return;
    }
    const [key, [begin, ...rest]] = first;
    waiting.delete(key);
    if (rest.length > 0) waiting.set(key, rest);
    begin?.();
  };
  return async (key, work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.set(key, [...(waiting.get(key) ?? []), begin]));
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
