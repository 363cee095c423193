import { useSyncExternalStore } from "react";
import { browserTexts } from "../../storage/kept-texts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** A preference that this browser keeps. Empty on the server, or if nothing is kept. */
export function useKeptText(key: string): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => browserTexts.read(key) ?? "",
    () => "",
  );
  const keep = (next: string) => {
    browserTexts.keep(key, next || null);
    for (const listener of listeners) listener();
  };
  return [text, keep];
}
