"use client";

import type { ReactNode } from "react";
import { sayLeft, useLeft } from "@/components/ui/values/use-left";

interface RingProps {
  readonly from: string;
  readonly until: string;
  readonly children: ReactNode;
  /** The code was used or revoked before it expired. */
  readonly isOver: boolean;
}

export function CodeRing({ from, until, isOver, children }: RingProps) {
  const { seconds, share } = useLeft(from, until);
  const left = isOver ? 0 : seconds;
  const border = { x: 2, y: 2, width: 292, height: 292, rx: 20, strokeWidth: 4 };
  return (
    <div className="flex w-full flex-col items-center gap-2">
      <div className="relative aspect-square w-[18.5rem] max-w-full">
        <svg viewBox="0 0 296 296" aria-hidden className="absolute inset-0">
          {/* White in dark mode too, because scanners need a white margin. */}
          <rect {...border} fill="#ffffff" stroke="var(--line)" />
          <rect
            {...border}
            fill="none"
            pathLength={1}
            stroke={left < 60 ? "var(--warn)" : "var(--accent)"}
            strokeDasharray={1}
            strokeDashoffset={1 - share}
            className={left > 0 ? "transition-[stroke-dashoffset] duration-1000 ease-linear" : "opacity-0"}
          />
        </svg>
        <div className={`absolute inset-0 grid place-items-center transition-opacity ${left > 0 ? "" : "opacity-20"}`}>
          {children}
        </div>
      </div>
      <p role="timer" className="text-14 text-muted tabular-nums">
        {isOver ? "This code no longer works" : left > 0 ? `${sayLeft(left)} left` : "Time is up"}
      </p>
    </div>
  );
}
