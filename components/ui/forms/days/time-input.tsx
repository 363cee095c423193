"use client";

import { useState } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { readTimeOfDay } from "./read-day";

interface TimeInputProps {
  readonly label: string;
  /** `15:04`. */
  readonly value: string;
  readonly onChange: (time: string) => void;
}

/** A 24-hour time field that also accepts `1504` or `3:04 pm`. */
export function TimeInput({ label, value, onChange }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isHydrated = useIsHydrated();
  const isWrong = typed !== null && readTimeOfDay(typed) === null;
  const change = (text: string) => {
    setTyped(text);
    onChange(readTimeOfDay(text) ?? "");
  };
  return (
    <label className="flex flex-col gap-1 text-14 font-medium">
      {label}
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="15:04"
        aria-invalid={isWrong || undefined}
        readOnly={!isHydrated}
        value={typed ?? value}
        onChange={({ target }) => change(target.value)}
        onBlur={() => isWrong || setTyped(null)}
        className="h-11 w-full rounded-8 border border-line-strong bg-page px-3 text-16 font-normal tabular-nums aria-invalid:border-bad"
      />
    </label>
  );
}
