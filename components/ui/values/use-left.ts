"use client";

import { useNow } from "./page-clock";

const SECOND_MS = 1_000;

interface Left {
  readonly seconds: number;
  /** The remaining share of the whole time, from 0 to 1. */
  readonly share: number;
}

export function useLeft(from: string, until: string): Left {
  return leftAt(useNow(SECOND_MS), from, until);
}

/** Capped at the whole time, because the clock may lag behind the answer that contained `until`. */
export function leftAt(now: number, from: string, until: string): Left {
  const endsAt = Date.parse(until);
  const all = Math.max(0, Math.ceil((endsAt - Date.parse(from)) / SECOND_MS));
  const seconds = Math.min(all, Math.max(0, Math.ceil((endsAt - now) / SECOND_MS)));
  return { seconds, share: seconds / Math.max(1, all) };
}

/** `9:41`, `2 h 05 min`, `6 d 3 h`. */
export function formatTimeLeft(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600)];
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${pad(minutes)} min`;
  return `${minutes}:${pad(seconds % 60)}`;
}
