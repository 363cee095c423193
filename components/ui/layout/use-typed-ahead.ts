import { useEffect, useState } from "react";

/**
 * What is typed for a field that was asked for (`isOpen`) and is not there yet: nobody's first letters go to the page
 * beneath. Enter is not kept, since nothing is run that was not seen.
 */
export function useTypedAhead(isOpen: boolean, isThere: boolean): string {
  const [typed, setTyped] = useState("");
  const isWaiting = isOpen && !isThere;
  useEffect(() => {
    if (!isOpen) setTyped("");
  }, [isOpen]);
  useEffect(() => {
    if (!isWaiting) return;
    const keep = (event: KeyboardEvent) => {
      const isText = event.key.length === 1;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (!isText && event.key !== "Backspace" && event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      if (isText) setTyped((was) => was + event.key);
      if (event.key === "Backspace") setTyped((was) => was.slice(0, -1));
    };
    document.addEventListener("keydown", keep, true);
    return () => document.removeEventListener("keydown", keep, true);
  }, [isWaiting]);
  return typed;
}
