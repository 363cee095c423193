import { type Range, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";

/** Estimated row heights before measuring, in rem without the border: table, and two-line list. */
const TABLE_ROW = 3;
const LIST_ROW = 4.25;
const LINE = 1;
const OVERSCAN = 8;

function readRem(): number {
  return typeof document === "undefined" ? 16 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

export function isVisible(element: HTMLElement): boolean {
  return element.offsetParent !== null;
}

function visible(box: HTMLElement | null, selector: string): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(isVisible);
}

interface Windowed {
  readonly box: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The focused row is rendered even if it is out of view. */
  readonly pinned: number | null;
  readonly back: { readonly top: number; readonly sizes: VirtualItem[] } | null;
}

function withPinned({ startIndex, endIndex, overscan, count }: Range, pinned: number | null): number[] {
  const from = Math.max(0, startIndex - overscan);
  const to = Math.min(count - 1, endIndex + overscan);
  const drawn = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  if (pinned === null || pinned >= count) return drawn;
  if (pinned < from) return [pinned, ...drawn];
  return pinned > to ? [...drawn, pinned] : drawn;
}

/** The visible range of rows, with measured heights in both layouts. */
export function useWindow({ box, count, pinned, back }: Windowed) {
  // While hydrating, all rows that the server rendered are rendered first.
  const isOn = useIsHydrated();
  const [top, setTop] = useState(0);
  const [isTable, setTable] = useState(true);
  const [rem] = useState(readRem);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    enabled: isOn,
    overscan: OVERSCAN,
    scrollMargin: top,
    estimateSize: () => (isTable ? TABLE_ROW : LIST_ROW) * rem + LINE,
    rangeExtractor: (range) => withPinned(range, pinned),
    initialOffset: () => back?.top ?? (isOn ? window.scrollY : 0),
    ...(back ? { initialMeasurementsCache: back.sizes } : {}),
  });
  const watch = useRowSizes((index, height) => virtualizer.resizeItem(index, height));
  const look: Look = (flip) => {
    const [body] = visible(box.current, "[data-rows]");
    if (!body) return;
    setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
    const isNowTable = body.tagName === "TBODY";
    if (isNowTable === isTable) return;
    // Opening a preview turns the table into a list: keep the first visible row in view.
    const first = virtualizer.range?.startIndex ?? 0;
    flip(() => setTable(isNowTable));
    virtualizer.measure();
    if (first > 0) virtualizer.scrollToIndex(first, { align: "start" });
  };
  useLooks(box, isOn, look);
  return { virtualizer, isOn, isTable, top, watch };
}

type Look = (flip: (change: () => void) => void) => void;

function useLooks(box: Windowed["box"], isOn: boolean, look: Look): void {
  const latest = useRef(look);
  useLayoutEffect(() => {
    latest.current = look;
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    latest.current((change) => change());
    const observer = new ResizeObserver(() => latest.current(flushSync));
    observer.observe(document.body);
    for (const body of box.current?.querySelectorAll("[data-form]") ?? []) observer.observe(body);
    return () => observer.disconnect();
  }, [isOn, box]);
}

type Resize = (index: number, height: number) => void;

/**
 * Reports row heights after layout and on change. A ResizeObserver avoids reading layout while rendering, which would force a
 * reflow per row.
 */
function useRowSizes(resize: Resize): (row: HTMLElement, index: number) => () => void {
  const latest = useRef(resize);
  useEffect(() => {
    latest.current = resize;
  });
  const observer = useRef<ResizeObserver | null>(null);
  const indexes = useRef(new WeakMap<Element, number>());
  useEffect(() => () => observer.current?.disconnect(), []);
  return useCallback((row, index) => {
    observer.current ??= new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const at = indexes.current.get(target);
        const height = borderBoxSize[0]?.blockSize ?? 0;
        if (at !== undefined && height > 0) latest.current(at, height);
      }
    });
    indexes.current.set(row, index);
    observer.current.observe(row, { box: "border-box" });
    return () => observer.current?.unobserve(row);
  }, []);
}
