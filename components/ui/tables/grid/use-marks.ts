import { useState } from "react";

export interface Marks<Row> {
  readonly selected: readonly string[];
  readonly selectedRows: readonly Row[];
  readonly isSelected: (key: string) => boolean;
  /** A range starts at the row that was selected before. */
  readonly toggle: (key: string, isRange?: boolean) => void;
  readonly selectAll: (isOn: boolean) => void;
  readonly isChoosing: boolean;
  readonly choose: (isOn: boolean) => void;
  readonly peeked: string | null;
  readonly peek: (key: string | null) => void;
  /** The selection may contain rows that are no longer loaded. */
  readonly isLong: boolean;
}

/**
 * Rows that leave the page lose their selection, so that no act affects an invisible row. In a long list, rows stay selected
 * while they are scrolled out of view. `long` identifies such a list; another value resets the selection.
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
