import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { distanceTo, focusLandmark, landmarkOf } from "./landmark";
import { forgetReturn, keepSpot, type Spot } from "./returned";
import { isVisible } from "./use-window";

/** So long a page that is come back to may take until its rows are there again. */
const WAIT_MS = 5_000;
/** So many frames a row stays where it was before it is believed. */
const STILL_FRAMES = 5;
const NEAR = 2;
const OWN_MOVES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

interface Open {
  readonly box: RefObject<HTMLElement | null>;
  readonly address: string;
  readonly top: number;
  readonly back: Spot | null;
}

/** Where one is, for when one comes back: the row that was opened stands where it stood, and has the keyboard. */
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
    // A list that is left is hidden before it goes, and the page is then shorter: that is no place in it.
    const keep = (at: Element | null) => {
      if (!box.current || !isVisible(box.current)) return;
      kept = { ...read.current(), landmark: landmarkOf(box.current, at) };
      keepSpot(address, kept);
    };
    const clicked = ({ target }: Event) => keep(target instanceof Element ? target : null);
    const pressed = () => keep(document.activeElement);
    const scrolled = () => {
      // What was opened a moment ago is what one comes back to.
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
 * The skeleton of a page may still stand in the place of the list, what is above it may still grow, and its rows may have
 * to be read again. Whoever scrolls by now wants to be elsewhere.
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
