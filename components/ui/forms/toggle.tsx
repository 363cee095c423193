"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";

interface ToggleProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly isOn: boolean;
  readonly isOff?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

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
      <PlainButton
        role="switch"
        id={id}
        aria-checked={isOn}
        disabled={isOff}
        onClick={() => onChange(!isOn)}
        aria-describedby={help ? `${id}-help` : undefined}
        className={clsx(
          "mt-0.5 h-6 w-10 shrink-0 rounded-full border transition-colors",
          isOff && "opacity-60",
          isOn ? "border-button bg-button" : "border-line-strong bg-raised",
        )}
      >
        <span
          aria-hidden
          className={clsx(
            "block size-4 rounded-full transition-transform",
            isOn ? "translate-x-[1.125rem] bg-white" : "translate-x-1 bg-line-strong",
          )}
        />
      </PlainButton>
    </div>
  );
}
