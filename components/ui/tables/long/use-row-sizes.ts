import { useCallback, useEffect, useRef } from "react";

type Resize = (index: number, height: number) => void;

/**
 * Reports row heights after layout and on change. A ResizeObserver avoids reading layout while rendering, which would force a
 * reflow per row.
 */
export function useRowSizes(resize: Resize): (row: HTMLElement, index: number) => () => void {
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
