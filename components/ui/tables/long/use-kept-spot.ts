import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { reachOf } from "../grid/use-row-keys";
import { forgetReturn, type Landmark, type Spot, storeSpot } from "./returned";
import { isVisible } from "./use-window";

const WAIT_MS = 5_000;
/** The position counts as stable after this many frames. */
const STILL_FRAMES = 5;
const NEAR = 2;
const OWN_MOVES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

interface Open {
  readonly box: RefObject<HTMLElement | null>;
  readonly address: string;
  readonly top: number;
  readonly back: Spot | null;
}

/** Keeps the scroll position, and restores it on return: the opened row is at its former position and has the focus. */
export function useKeptSpot({ box, address, top, back }: Open, now: () => Omit<Spot, "landmark">): void {
  useLayoutEffect(() => {
    forgetReturn();
    return back ? goBack(box, back) : undefined;
  }, [back, box]);
  const of = useRef(address);
  useLayoutEffect(() => {
    if (of.current !== address && window.scrollY > top) window.scrollTo(0, top);
    of.current = address;
  }, [address, top]);
  const read = useRef(now);
  useLayoutEffect(() => {
    read.current = now;
  });
  useEffect(() => {
    let kept: Spot | null = null;
    // A list is hidden before it unmounts, and the page is shorter then: ignore that position.
    const keep = (at: Element | null) => {
      if (!box.current || !isVisible(box.current)) return;
      kept = { ...read.current(), landmark: landmarkOf(box.current, at) };
      storeSpot(address, kept);
    };
    const clicked = ({ target }: Event) => keep(target instanceof Element ? target : null);
    const pressed = () => keep(document.activeElement);
    const scrolled = () => {
      // Keep the row that was just opened: it is where the user will return.
      if (kept?.landmark?.isOpened && Math.abs(kept.top - window.scrollY) < NEAR) return;
      keep(null);
    };
    addEventListener("scrollend", scrolled);
    document.addEventListener("click", clicked, { capture: true });
    document.addEventListener("keydown", pressed, { capture: true });
    return () => {
      removeEventListener("scrollend", scrolled);
      document.removeEventListener("click", clicked, { capture: true });
      document.removeEventListener("keydown", pressed, { capture: true });
    };
  }, [address, box]);
}

/**
 * Waits for the list to replace its skeleton, the content above to settle, and the rows to load. Stops as soon as the user
 * scrolls.
 */
function goBack(box: RefObject<HTMLElement | null>, { top, landmark }: Spot): () => void {
  const until = performance.now() + WAIT_MS;
  let [frame, still] = [0, 0];
  const scroll = () => {
    const list = box.current;
    if (list && isVisible(list)) {
      const far = (landmark && distanceTo(list, landmark)) ?? top - window.scrollY;
      const isThere = landmark !== null && distanceTo(list, landmark) !== null;
      if (Math.abs(far) >= NEAR) window.scrollBy(0, far);
      still = isThere && Math.abs(far) < NEAR ? still + 1 : 0;
      if (still === 1 && landmark) focusLandmark(list, landmark);
    }
    if (still < STILL_FRAMES && performance.now() < until) frame = requestAnimationFrame(scroll);
  };
  scroll();
  const giveUp = () => {
    cancelAnimationFrame(frame);
    for (const what of OWN_MOVES) removeEventListener(what, giveUp);
  };
  for (const what of OWN_MOVES) addEventListener(what, giveUp, { passive: true });
  return giveUp;
}

function rowsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>("[data-row]")].filter(isVisible);
}

function landmarkOf(box: HTMLElement, at: Element | null): Landmark | null {
  const opened = at?.closest<HTMLElement>("[data-row]") ?? null;
  const row = opened && box.contains(opened) ? opened : rowsOf(box).find((row) => row.getBoundingClientRect().top >= 0);
  const key = row?.dataset.row;
  if (!row || key === undefined) return null;
  return { key, offset: row.getBoundingClientRect().top, isOpened: row === opened };
}

/** Pixels from the landmark's former position. Null: it isn't rendered. */
function distanceTo(box: HTMLElement, { key, offset }: Landmark): number | null {
  const row = rowsOf(box).find((row) => row.dataset.row === key);
  return row ? row.getBoundingClientRect().top - offset : null;
}

function focusLandmark(box: HTMLElement, { key, isOpened }: Landmark): void {
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (!isOpened || !isFree) return;
  const row = rowsOf(box).find((row) => row.dataset.row === key);
  if (row) reachOf(row).focus({ preventScroll: true });
}
