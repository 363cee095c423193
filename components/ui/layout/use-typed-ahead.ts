import { useEffect, useState } from "react";

/** What is typed for a field that was asked for and doesn't have the keyboard yet. */
class TypedAhead {
  #typed = "";

  /** From the very key that asks: whatever comes next is meant for the field, however late that is. */
  readonly begin = (): void => {
    this.#typed = "";
    document.addEventListener("keydown", this.#keep, true);
  };

  /** For the field, once it has the keyboard; also to give up. */
  readonly take = (): string => {
    document.removeEventListener("keydown", this.#keep, true);
    const typed = this.#typed;
    this.#typed = "";
    return typed;
  };

  readonly #keep = (event: KeyboardEvent): void => {
    const isText = event.key.length === 1;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (!isText && event.key !== "Backspace" && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (isText) this.#typed += event.key;
    if (event.key === "Backspace") this.#typed = this.#typed.slice(0, -1);
  };
}

/**
 * Nobody's first letters go to the page beneath, nor are they lost while a field appears. Enter is not kept, since nothing is
 * run that was not seen.
 */
export function useTypedAhead(isOpen: boolean): TypedAhead {
  const [typedAhead] = useState(() => new TypedAhead());
  useEffect(() => {
    if (!isOpen) typedAhead.take();
  }, [isOpen, typedAhead]);
  useEffect(() => () => void typedAhead.take(), [typedAhead]);
  return typedAhead;
}
