/**
 * Texts that the browser keeps: the only place that names its storage, which can be blocked, full, or null, as in web views and
 * private windows. Then a text lasts as long as the page.
 */
class KeptTexts {
  readonly #storage: () => Storage | null;
  readonly #here = new Map<string, string>();

  constructor(storage: () => Storage | null) {
    this.#storage = storage;
  }

  read(key: string): string | null {
    try {
      const storage = this.#storage();
      if (storage) return storage.getItem(key);
    } catch {
      // Blocked.
    }
    return this.#here.get(key) ?? null;
  }

  /** Null forgets it. Returns false if the text ends with the page. */
  keep(key: string, text: string | null): boolean {
    if (text === null) this.#here.delete(key);
    else this.#here.set(key, text);
    try {
      const storage = this.#storage();
      if (text === null) storage?.removeItem(key);
      else storage?.setItem(key, text);
      return Boolean(storage);
    } catch {
      return false;
    }
  }
}

/** Of this browser. */
export const browserTexts = new KeptTexts(() => localStorage);

/** Of this tab. */
export const tabTexts = new KeptTexts(() => sessionStorage);
