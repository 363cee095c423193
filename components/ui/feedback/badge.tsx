import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "neutral" | "accent";

export const TONES: Readonly<Record<Tone, string>> = {
  good: "bg-good-fill text-good",
  warn: "bg-warn-fill text-warn",
  bad: "bg-bad-fill text-bad",
  neutral: "bg-hover text-muted",
  accent: "bg-accent-fill text-accent",
};

export const TONE_TEXTS: Readonly<Record<Tone, string>> = {
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  neutral: "text-muted",
  accent: "text-accent",
};

interface BadgeProps {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

/** A state as a word and an icon, so that it doesn't depend on color alone. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-6 shrink-0 items-center gap-1 rounded-full px-2 text-12 font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      <span className="inline-block first-letter:uppercase">{children}</span>
    </span>
  );
}
