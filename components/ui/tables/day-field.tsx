"use client";

import { useEffect, useState } from "react";
import { SentTexts } from "../forms/sent-texts";
import { useQueryString } from "./use-query-string";

/** Before it, a year is only half typed. */
const FIRST = "1900-01-01";

interface DayFieldProps {
  readonly label: string;
  /** Its name in the address. */
  readonly name: string;
  readonly look: string;
}

/** A day that stands in the address. What is typed stays while what was sent is on its way. */
export function DayField({ label, name, look }: DayFieldProps) {
  const { values, set } = useQueryString();
  const current = values.get(name) ?? "";
  const [shown, setShown] = useState(current);
  const [texts] = useState(() => new SentTexts(current));
  useEffect(() => {
    if (texts.isNews(current)) setShown(current);
  }, [current, texts]);
  const change = (day: string) => {
    setShown(day);
    if (day !== "" && day < FIRST) return;
    texts.send(day);
    set({ [name]: day || null });
  };
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-13 text-muted">
      {label}
      <input type="date" value={shown} onChange={({ target }) => change(target.value)} className={look} />
    </label>
  );
}
