import { reachOf } from "../grid/use-row-keys";
import type { Landmark } from "./returned";
import { isVisible } from "./use-window";

function rowsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>("[data-row]")].filter(isVisible);
}

export function landmarkOf(box: HTMLElement, at: Element | null): Landmark | null {
  const opened = at?.closest<HTMLElement>("[data-row]") ?? null;
  const row = opened && box.contains(opened) ? opened : rowsOf(box).find((row) => row.getBoundingClientRect().top >= 0);
  const key = row?.dataset.row;
  if (!row || key === undefined) return null;
  return { key, offset: row.getBoundingClientRect().top, isOpened: row === opened };
}

/** Pixels from the landmark's former position. Null: it isn't rendered. */
export function distanceTo(box: HTMLElement, { key, offset }: Landmark): number | null {
  const row = rowsOf(box).find((row) => row.dataset.row === key);
  return row ? row.getBoundingClientRect().top - offset : null;
}

export function focusLandmark(box: HTMLElement, { key, isOpened }: Landmark): void {
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (!isOpened || !isFree) return;
  const row = rowsOf(box).find((row) => row.dataset.row === key);
  if (row) reachOf(row).focus({ preventScroll: true });
}
