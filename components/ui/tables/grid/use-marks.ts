import { useState } from "react";

/** What is marked of the rows of a list: those that were chosen, and the one that is looked into. */
export interface Marks<Row> {
  readonly selected: readonly string[];
  readonly selectedRows: readonly Row[];
  readonly isSelected: (key: string) => boolean;
  /** A range goes from the row that was chosen before. */
  readonly toggle: (key: string, isRange?: boolean) => void;
  readonly selectAll: (isOn: boolean) => void;
  /** Rows have boxes also where they stand as a list. */
  readonly isChoosing: boolean;
  readonly choose: (isOn: boolean) => void;
  readonly peeked: string | null;
  readonly peek: (key: string | null) => void;
  /** Rows that are not at hand may be chosen too: those that one has scrolled past. */
  readonly isLong: boolean;
}

/**
 * Rows that left the page are no longer marked: nothing is done to what nobody sees. In a list that is read as one scrolls
 * a row stays chosen, as it was last seen, while one looks at others. `long` names such a list: another one starts over.
 */
export function useMarks<Row>(rows: readonly Row[], keyOf: (row: Row) => string, long: string | null): Marks<Row> {
  const isLong = long !== null;
  const [of, setOf] = useState(long);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const [last, setLast] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [peeked, peek] = useState<string | null>(null);
  if (of !== long) {
    setOf(long);
    setChosen(new Map());
    setLast(null);
    peek(null);
  }
  const here = new Map(rows.map((row) => [keyOf(row), row]));
  const keys = [...here.keys()];
  const toggle = (key: string, isRange = false) => {
    const isOn = !chosen.has(key);
    const [from, to] = [keys.indexOf(isRange && last !== null ? last : key), keys.indexOf(key)];
    const range = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Map(chosen);
    for (const each of range) {
      const row = here.get(each);
      if (isOn && row) next.set(each, row);
      else next.delete(each);
    }
    setChosen(next);
    setLast(key);
  };
  const selected = isLong ? [...chosen.keys()] : keys.filter((key) => chosen.has(key));
  return {
    selected,
    selectedRows: selected.flatMap((key) => here.get(key) ?? chosen.get(key) ?? []),
    isSelected: (key) => chosen.has(key),
    toggle,
    selectAll: (isOn) => setChosen(isOn ? here : new Map()),
    isChoosing,
    choose: (isOn) => {
      setChoosing(isOn);
      if (!isOn) setChosen(new Map());
    },
    peeked: peeked !== null && here.has(peeked) ? peeked : null,
    peek,
    isLong,
  };
}
