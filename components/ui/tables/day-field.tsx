"use client";

import { useContext, useEffect, useId, useState } from "react";
import { DayInput } from "../forms/days/day-input";
import { type DayPreset, pastDays } from "../forms/days/presets";
import { SentTexts } from "../forms/sent-texts";
import { FilterSheetContext } from "./filter-group";
import { useQueryString } from "./use-query-string";

interface DayFieldProps {
  readonly label: string;
  /** Its query parameter. */
  readonly name: string;
  readonly presets?: (today: string) => readonly DayPreset[];
  readonly onPreset?: (preset: DayPreset) => void;
  readonly today?: string;
}

/** A date filter in the query string. Keeps typed text while the navigation is pending. */
export function DayField({ label, name, presets = pastDays, ...rest }: DayFieldProps) {
  const { values, set } = useQueryString();
  // In the filter sheet the two fields of a span stand one above the other.
  const isInSheet = useContext(FilterSheetContext);
  const id = useId();
  const current = values.get(name) ?? "";
  const [shown, setShown] = useState(current);
  const [texts] = useState(() => new SentTexts(current));
  useEffect(() => {
    if (texts.isNews(current)) setShown(current);
  }, [current, texts]);
  const change = (day: string) => {
    setShown(day);
    texts.send(day);
    set({ [name]: day || null });
  };
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-13 text-muted">
      <label htmlFor={id} className={isInSheet ? "w-8" : undefined}>
        {label}
      </label>
      <DayInput
        {...rest}
        shape="chip"
        value={shown}
        onChange={change}
        presets={presets}
        ties={{ id, "aria-invalid": undefined, "aria-describedby": undefined }}
      />
    </div>
  );
}
