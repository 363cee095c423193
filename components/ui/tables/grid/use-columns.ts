import { useMemo } from "react";
import { useKeptText } from "../../storage/use-kept-text";
import type { Column } from "../table-props";

interface Choice {
  readonly id: string;
  readonly header: string;
  readonly isShown: boolean;
}

/** The columns that the user has chosen to see. The first names the record and is always shown. */
export function useColumns<Row>(label: string, all: readonly Column<Row>[]) {
  const [text, keep] = useKeptText(`closed-loop.columns.${label}`);
  const hidden = new Set(text.split(",").filter(Boolean));
  const [, ...others] = all;
  const columns = useMemo(() => {
    const left = text.split(",");
    return all.filter(({ id }, at) => at === 0 || !left.includes(id));
  }, [all, text]);
  const choices: readonly Choice[] = others.map(({ id, header }) => ({ id, header, isShown: !hidden.has(id) }));
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    keep([...next].join());
  };
  return { columns, choices, toggle };
}
