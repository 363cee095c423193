"use client";

import { Switch } from "radix-ui";
import { type ReactNode, useId } from "react";

interface ToggleProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly isOn: boolean;
  readonly isOff?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** On or off, with what it means beside it. */
export function Toggle({ label, help, isOn, isOff = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-14 font-medium">
          {label}
        </label>
        {help ? (
          <p id={`${id}-help`} className="mt-0.5 text-13 text-muted">
            {help}
          </p>
        ) : null}
      </div>
      <Switch.Root
        id={id}
        checked={isOn}
        disabled={isOff}
        onCheckedChange={onChange}
        aria-describedby={help ? `${id}-help` : undefined}
        className="relative mt-0.5 h-6 w-10 shrink-0 rounded-full border border-line-strong bg-raised transition-colors disabled:opacity-60 data-[state=checked]:border-button data-[state=checked]:bg-button"
      >
        <Switch.Thumb className="block size-4 translate-x-1 rounded-full bg-(--line-strong) transition-transform data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-white" />
      </Switch.Root>
    </div>
  );
}
