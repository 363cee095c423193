import { LRUCache } from "lru-cache";

interface Remembered {
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Keys as they were read in the last minute, by what names them in a request. Whoever is given one proves it (`CallerStanding`). */
export class KeyMemory<Key extends Remembered> {
  readonly #keys = new LRUCache<string, Key>({ max: 10_000, ttl: 60_000 });

  /** What was just read. One that is revoked, or isn't there, is forgotten. */
  keep(name: string, key: Key | null): void {
    if (key && !key.revokedAt) this.#keys.set(name, key);
    else this.#keys.delete(name);
  }

  recall(name: string): Key | null {
    return this.#keys.get(name) ?? null;
  }

  /** So that a remembered key isn't marked with each request. */
  keepUse(name: string, key: Key, lastUsedAt: Date): void {
    if (this.#keys.has(name)) this.#keys.set(name, { ...key, lastUsedAt }, { noUpdateTTL: true });
  }
}
