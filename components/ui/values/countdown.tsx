"use client";

import { useSyncExternalStore } from "react";
import { useAheadMs } from "./clock-ahead";
import { useViewing } from "./locale";

const RADIUS = 9;
const AROUND = 2 * Math.PI * RADIUS;
const SECOND_MS = 1_000;

function everySecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, SECOND_MS);
  return () => clearInterval(timer);
}

/** The server's clock until the page is alive, since the browser must find what the server wrote; then the browser's. */
function useSecond(): number {
  const { nowMs } = useViewing();
  return useSyncExternalStore(
    everySecond,
    () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS,
    () => nowMs,
  );
}

/** `9:41`, `2 h 05 min`, `6 d 3 h`. */
export function sayLeft(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600)];
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${pad(minutes)} min`;
  return `${minutes}:${pad(seconds % 60)}`;
}

/** A ring that runs down, with the time that is left in words. */
export function Countdown({ from, until }: { readonly from: string; readonly until: string }) {
  const aheadMs = useAheadMs();
  const now = useSecond();
  const endsAt = new Date(until).getTime();
  const left = Math.max(0, Math.ceil((endsAt - now - aheadMs) / 1_000));
  const share = Math.min(1, left / Math.max(1, (endsAt - new Date(from).getTime()) / 1_000));
  return (
    <span role="timer" className="inline-flex items-center gap-2 text-14 text-muted tabular-nums">
      <svg viewBox="0 0 24 24" aria-hidden className="size-6 -rotate-90">
        <circle cx="12" cy="12" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="3" />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          fill="none"
          stroke={left < 60 ? "var(--warn)" : "var(--accent)"}
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
        />
      </svg>
      {left > 0 ? `${sayLeft(left)} left` : "Time is up"}
    </span>
  );
}
