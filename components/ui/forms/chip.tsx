"use client";

import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";

interface ChipProps {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Chip({ isOn, onClick, children }: ChipProps) {
  return (
    <PlainButton
      aria-pressed={isOn}
      onClick={onClick}
      className={clsx(
        "inline-flex h-9 items-center gap-1.5 rounded-full border px-3 text-13 font-medium transition-colors",
        isOn ? "border-accent bg-accent-fill text-accent" : "border-line text-muted hover:bg-hover hover:text-text",
      )}
    >
      {isOn ? <Check aria-hidden className="size-3.5" strokeWidth={2.5} /> : null}
      <span>{children}</span>
    </PlainButton>
  );
}
