import { useSyncExternalStore } from "react";
import { browserTexts } from "./kept-texts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Keeps a text for everything that uses it. Empty forgets it. */
export function keepText(key: string, text: string, texts = browserTexts): void {
  texts.keep(key, text || null);
  for (const listener of listeners) listener();
}

/** A preference that this browser keeps, or another of its `texts`. Empty on the server, or if nothing is kept. */
export function useKeptText(key: string, texts = browserTexts): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => texts.read(key) ?? "",
    () => "",
  );
  return [text, (next) => keepText(key, next, texts)];
}
