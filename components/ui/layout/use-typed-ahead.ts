import { useEffect, useState } from "react";

/** Collects keys typed before a requested field has the focus. */
class TypedAhead {
  #typed = "";

  /** Call in the keydown that requests the field: all further keys are meant for it. */
  readonly begin = (): void => {
    this.#typed = "";
    document.addEventListener("keydown", this.#keep, true);
  };

  /** Returns the text and stops collecting; also to cancel. */
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
 * Keeps keys that are typed while a field appears, so that they neither get lost nor reach the page. Drops Enter, because the
 * user hasn't seen what it would run.
 */
export function useTypedAhead(isOpen: boolean): TypedAhead {
  const [typedAhead] = useState(() => new TypedAhead());
  useEffect(() => {
    if (!isOpen) typedAhead.take();
  }, [isOpen, typedAhead]);
  useEffect(() => () => void typedAhead.take(), [typedAhead]);
  return typedAhead;
}
