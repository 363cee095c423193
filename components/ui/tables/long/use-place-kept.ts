import { type RefObject, useLayoutEffect, useRef } from "react";
import { reachOf } from "../grid/use-row-keys";
import type { useWindow } from "./use-window";

type Virtualizer = ReturnType<typeof useWindow>["virtualizer"];

interface Kept {
  readonly virtualizer: Virtualizer;
  readonly top: number;
  readonly places: ReadonlyMap<string, number>;
  readonly keyAt: (index: number) => string | null;
}

/** Keeps the visible rows in place when rows above them come or go. At the top of the list, new rows are shown. */
export function usePlaceKept({ virtualizer, top, places, keyAt }: Kept): void {
  const anchor = useRef<{ readonly key: string; readonly index: number } | null>(null);
  useLayoutEffect(() => {
    const was = anchor.current;
    const now = was ? places.get(was.key) : undefined;
    if (was && now !== undefined && now !== was.index) {
      const startOf = (index: number) => virtualizer.measurementsCache[index]?.start ?? 0;
      window.scrollBy(0, startOf(now) - startOf(was.index));
      anchor.current = { key: was.key, index: now };
      return;
    }
    const first = (virtualizer.scrollOffset ?? 0) > top ? (virtualizer.range?.startIndex ?? null) : null;
    const key = first === null ? null : keyAt(first);
    anchor.current = first !== null && key !== null ? { key, index: first } : null;
  });
}

export function useGoTo(box: RefObject<HTMLElement | null>, virtualizer: Virtualizer, count: number) {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const rows = box.current?.querySelectorAll<HTMLElement>(`[data-row][data-index="${wanted.current}"]`) ?? [];
    const row = [...rows].find((row) => row.offsetParent !== null);
    if (!row) return;
    wanted.current = null;
    reachOf(row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  });
  // Repeated keys advance from the row that is still pending.
  return (from: number, step: number) => {
    const index = Math.max(0, Math.min((wanted.current ?? from) + step, count - 1));
    wanted.current = index;
    virtualizer.scrollToIndex(index, { align: "auto" });
  };
}
