import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { forgetReturn, keepSpot } from "./returned";
import { isVisible } from "./use-window";

type Spot = Parameters<typeof keepSpot>[1];

/** Where one is, for when one comes back. */
const MAX_FRAMES = 60;
const OWN_MOVES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

interface Open {
  readonly box: RefObject<HTMLElement | null>;
  readonly address: string;
  readonly top: number;
  readonly back: Spot | null;
}

export function useKeptSpot({ box, address, top, back }: Open, now: () => Spot): void {
  useLayoutEffect(() => {
    forgetReturn();
    if (!back) return;
    // The skeleton of a page may still stand in the place of the list, and what is above it may still grow.
    let [frame, tries] = [0, MAX_FRAMES];
    const scroll = () => {
      tries -= 1;
      if (box.current && isVisible(box.current)) window.scrollTo(0, back.top);
      const isThere = Math.abs(window.scrollY - back.top) < 2;
      if (!isThere && tries > 0) frame = requestAnimationFrame(scroll);
    };
    scroll();
    // Whoever scrolls by now wants to be elsewhere.
    const giveUp = () => cancelAnimationFrame(frame);
    for (const what of OWN_MOVES) addEventListener(what, giveUp, { passive: true, once: true });
    return () => {
      giveUp();
      for (const what of OWN_MOVES) removeEventListener(what, giveUp);
    };
  }, [back, box]);
  const of = useRef(address);
  useLayoutEffect(() => {
    if (of.current !== address && window.scrollY > top) window.scrollTo(0, top);
    of.current = address;
  });
  const read = useRef(now);
  useLayoutEffect(() => {
    read.current = now;
  });
  useEffect(() => {
    // A list that is left is hidden before it goes, and the page is then shorter: that is no place in it.
    const keep = () => {
      if (box.current && isVisible(box.current)) keepSpot(address, read.current());
    };
    addEventListener("scrollend", keep);
    document.addEventListener("click", keep, { capture: true });
    document.addEventListener("keydown", keep, { capture: true });
    return () => {
      removeEventListener("scrollend", keep);
      document.removeEventListener("click", keep, { capture: true });
      document.removeEventListener("keydown", keep, { capture: true });
    };
  }, [address, box]);
}
