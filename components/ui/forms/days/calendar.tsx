"use client";

import { clsx } from "clsx";
import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { DayPicker } from "react-day-picker";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { calendarDay } from "@/server/contracts/calendar-days";
import { useLocale } from "../../values/locale";
import type { DayPreset } from "./presets";
import { firstWeekday } from "./read-day";

interface CalendarProps {
  readonly anchor: RefObject<HTMLDivElement | null>;
  /** The selected day, or empty. */
  readonly value: string;
  readonly today: string;
  readonly min: string | undefined;
  readonly presets: readonly DayPreset[];
  readonly onChoose: (day: string) => void;
  readonly onPreset: (preset: DayPreset) => void;
  readonly onClose: () => void;
}

const ARROW =
  "inline-flex size-9 items-center justify-center rounded-8 text-muted hover:bg-hover hover:text-text aria-disabled:opacity-40";
const LOOKS = {
  root: "relative w-fit",
  months: "relative",
  nav: "absolute inset-x-0 top-0 flex items-center justify-between",
  button_previous: ARROW,
  button_next: ARROW,
  chevron: "size-4 fill-current",
  month_caption: "flex h-9 items-center justify-center text-14 font-medium",
  month_grid: "mt-1 border-collapse",
  weekday: "size-9 text-12 font-normal text-muted",
  day: "p-0 text-center",
  day_button:
    "inline-flex size-9 items-center justify-center rounded-8 text-14 tabular-nums hover:bg-hover disabled:opacity-40",
} as const;

/** A month with presets. Keyboard: arrows move by day, Page Up and Page Down by month, Home and End within the week. */
export function Calendar({ anchor, value, today, min, presets, onChoose, onPreset, onClose }: CalendarProps) {
  const locale = useLocale();
  const formatDay = (form: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: "UTC" });
    return (date: Date) => format.format(date);
  };
  const month = formatDay({ month: "long", year: "numeric" });
  const selected = value ? new Date(value) : undefined;
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLDivElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Calendar"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          // The field opens and closes it by itself.
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.querySelector("button")?.focus();
          }}
          className="z-50 flex max-h-(--radix-popover-content-available-height) animate-fade flex-col gap-3 overflow-y-auto rounded-8 border border-line bg-page p-3 shadow-float outline-none sm:flex-row"
        >
          <div className="flex flex-wrap content-start gap-1 max-sm:max-w-63 sm:flex-col sm:border-r sm:border-line sm:pr-3">
            {presets.map((preset) => (
              <PlainButton
                key={preset.label}
                onClick={() => onPreset(preset)}
                className="h-8 rounded-8 px-2.5 text-left text-13 font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-text max-sm:border max-sm:border-line"
              >
                {preset.label}
              </PlainButton>
            ))}
          </div>
          <DayPicker
            mode="single"
            timeZone="UTC"
            autoFocus
            required
            showOutsideDays={false}
            selected={selected}
            defaultMonth={selected ?? new Date(today)}
            today={new Date(today)}
            disabled={min ? { before: new Date(min) } : []}
            onSelect={(date) => onChoose(calendarDay(date, "UTC"))}
            weekStartsOn={firstWeekday(locale) as 0 | 1 | 2 | 3 | 4 | 5 | 6}
            formatters={{ formatCaption: month, formatWeekdayName: formatDay({ weekday: "short" }) }}
            labels={{
              labelGrid: month,
              labelDayButton: formatDay({ dateStyle: "full" }),
              labelWeekday: formatDay({ weekday: "long" }),
            }}
            classNames={LOOKS}
            modifiersClassNames={{
              today: "[&>button]:font-medium [&>button]:text-accent",
              selected: clsx("[&>button]:bg-button [&>button]:text-white [&>button]:hover:bg-button-hover"),
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
