"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, useRef, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { dayAfter } from "@/server/contracts/calendar-days";
import { useLazyWhenOpen } from "../../layout/use-lazy-when-open";
import { useLocale } from "../../values/locale";
import { useToday } from "../../values/page-clock";
import type { DayPreset } from "./presets";
import { dayPattern, isWholeDay, readDay, writeDay } from "./read-day";

const loadCalendar = () => import("./calendar").then((module) => module.Calendar);

const SHAPES = {
  chip: { box: "h-8 rounded-full", input: "w-29 pl-3 text-13 font-medium", button: "size-8" },
  /** For forms; below 16 px, phones would zoom in. */
  field: { box: "h-11 rounded-8", input: "w-full pl-3 text-16", button: "size-10" },
} as const;

interface DayInputProps {
  /** `2026-11-27`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly shape: keyof typeof SHAPES;
  readonly presets: (today: string) => readonly DayPreset[];
  /** Handles presets that set more than this day. */
  readonly onPreset?: (preset: DayPreset) => void;
  readonly min?: string | undefined;
  /** Defaults to today by the page's clock. */
  readonly today?: string | undefined;
  /** The field's name in the form's issues. */
  readonly field?: string | undefined;
  readonly ties?: {
    readonly id: string;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  };
}

/**
 * A date field: typed in the locale's order or in words, stepped with the arrow keys, or picked from a calendar. Typed text is
 * applied when it is complete, on blur, and on Enter.
 */
export function DayInput({ value, onChange, shape, presets, onPreset, min, field, ties, ...rest }: DayInputProps) {
  const locale = useLocale();
  const pageToday = useToday();
  const today = rest.today ?? pageToday;
  const box = useRef<HTMLDivElement>(null);
  /** Null: shows the selected day. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const Calendar = useLazyWhenOpen(loadCalendar, isOpen, () => setOpen(false));
  const choose = (day: string) => {
    setTyped(null);
    setWrong(false);
    setOpen(false);
    if (day !== value) onChange(day);
  };
  const type = (text: string) => {
    setTyped(text);
    setWrong(false);
    const day = text === "" ? "" : isWholeDay(text) ? readDay(text, locale, today) : null;
    if (day !== null && day !== value) onChange(day);
  };
  const leave = () => {
    if (typed === null) return;
    const day = typed.trim() === "" ? "" : readDay(typed, locale, today);
    if (day === null) setWrong(true);
    else choose(day);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") leave();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (event.altKey) setOpen(true);
    else choose(dayAfter(value || today, value ? (event.key === "ArrowUp" ? 1 : -1) : 0));
  };
  const isHydrated = useIsHydrated();
  const looks = SHAPES[shape];
  const isRed = isWrong || ties?.["aria-invalid"];
  return (
    <div
      ref={box}
      className={clsx(
        "flex min-w-0 items-center border bg-page focus-within:outline-2 focus-within:outline-accent",
        looks.box,
        isRed
          ? "border-bad"
          : shape === "field"
            ? "border-line-strong"
            : value
              ? "border-accent bg-accent-fill text-accent"
              : "border-line text-muted",
      )}
    >
      <input
        {...ties}
        data-field={field}
        aria-invalid={isRed || undefined}
        type="text"
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={dayPattern(locale)}
        readOnly={!isHydrated}
        value={typed ?? (value ? writeDay(value, locale) : "")}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onKeyDown={press}
        className={clsx("h-full min-w-0 bg-transparent tabular-nums outline-none placeholder:text-muted", looks.input)}
      />
      {isWrong ? (
        <span role="alert" className="shrink-0 text-12 text-bad">
          Not a day
        </span>
      ) : null}
      <PlainButton
        aria-label="Open the calendar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadCalendar().catch(() => null)}
        onClick={() => setOpen(!isOpen)}
        className={clsx("inline-flex shrink-0 items-center justify-center rounded-full hover:text-text", looks.button)}
      >
        <CalendarIcon />
      </PlainButton>
      {Calendar && isOpen ? (
        <Calendar
          anchor={box}
          value={value}
          today={today}
          min={min}
          presets={presets(today)}
          onChoose={choose}
          onPreset={(preset) => {
            if (!onPreset) return choose(preset.to);
            setTyped(null);
            setWrong(false);
            setOpen(false);
            onPreset(preset);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

/** Inline: forms appear on pages that load no icons. */
function CalendarIcon() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2} className="size-4">
      <rect x="3" y="4" width="18" height="18" rx="2" />
      <path d="M16 2v4M8 2v4M3 10h18" strokeLinecap="round" />
    </svg>
  );
}
