import { useState } from "react";

/** What is marked of the rows on a page: those that were chosen, and the one that is looked into. */
export interface Marks {
  readonly selected: readonly string[];
  readonly isSelected: (key: string) => boolean;
  /** A range goes from the row that was chosen before. */
  readonly toggle: (key: string, isRange?: boolean) => void;
  readonly selectAll: (isOn: boolean) => void;
  readonly peeked: string | null;
  readonly peek: (key: string | null) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Rows that left the page are no longer marked: nothing is done to what nobody sees. */
export function useMarks(keys: readonly string[]): Marks {
  const [chosen, setChosen] = useState(NONE);
  const [last, setLast] = useState<string | null>(null);
  const [peeked, peek] = useState<string | null>(null);
  const toggle = (key: string, isRange = false) => {
    const isOn = !chosen.has(key);
    const [from, to] = [keys.indexOf(isRange && last !== null ? last : key), keys.indexOf(key)];
    const range = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Set(chosen);
    for (const each of range) {
      if (isOn) next.add(each);
      else next.delete(each);
    }
    setChosen(next);
    setLast(key);
  };
  return {
    selected: keys.filter((key) => chosen.has(key)),
    isSelected: (key) => chosen.has(key),
    toggle,
    selectAll: (isOn) => setChosen(isOn ? new Set(keys) : NONE),
    peeked: peeked !== null && keys.includes(peeked) ? peeked : null,
    peek,
  };
}
