import { type RefObject, useEffect, useRef } from "react";
import { isTyping } from "../is-typing";
import type { Marks } from "./use-marks";

const COVERS = '[role="dialog"], [role="menu"], [role="listbox"]';

/** The visible rows. Table and list contain the same keys, but only one of them is shown. */
function rowsOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].filter((row) => row.offsetParent !== null);
}

export function reachOf(row: HTMLElement): HTMLElement {
  return row.hasAttribute("tabindex") ? row : (row.querySelector("a") ?? row);
}

function focusRow(row: HTMLElement | undefined): void {
  if (!row) return;
  reachOf(row).focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

type GoTo = (from: number, step: number) => void;

const indexOf = (row: HTMLElement | undefined) => Number(row?.dataset.index);

/** In a long list, the next row may not be rendered yet. */
function goOn(rows: readonly HTMLElement[], at: number, step: 1 | -1, goTo: GoTo | undefined): void {
  const next = rows[at + step];
  if (!goTo || indexOf(next) === indexOf(rows[at]) + step) focusRow(next);
  else goTo(indexOf(rows[at]), step);
}

const isInView = (row: HTMLElement) => row.getBoundingClientRect().top >= 0;

const keyOf = (row: HTMLElement | undefined) => row?.dataset.row ?? null;

/**
 * j and k move down and up, x selects, Space opens the preview, and Escape closes it. They act on the focused row. Enter
 * follows its link; without a link it opens the preview.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>, marks: Marks<object>, isOn: boolean, goTo?: GoTo): void {
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(target)) return;
      if (document.querySelector(COVERS)) return;
      const rows = rowsOf(box.current);
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const here = keyOf(rows[at]);
      if (key === "j" || key === "k") {
        if (at === -1) focusRow(rows.find(isInView) ?? rows[0]);
        else goOn(rows, at, key === "j" ? 1 : -1, goTo);
      } else if (key === "x" && here !== null) marks.toggle(here, event.shiftKey);
      else if (key === " " && here !== null && !(target instanceof Element && target.closest("button, input"))) {
        marks.peek(marks.peeked === here ? null : here);
      } else if (key === "Enter" && here !== null && target === rows[at]) marks.peek(here);
      else if (key === "Escape" && marks.peeked !== null) marks.peek(null);
      else if (key === "Escape" && marks.selected.length > 0) marks.selectAll(false);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
  useSameRow(box, marks.peeked, isOn);
}

/** The row renders within a frame or two, or no longer exists. */
const WAIT_MS = 1_000;

/**
 * Opening or closing the preview switches between table and list. Moves the focus to the same row in the other layout once it
 * is rendered.
 */
function useSameRow(box: RefObject<HTMLElement | null>, peeked: string | null, isOn: boolean): void {
  const wanted = useRef<{ readonly key: string; readonly until: number } | null>(null);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!isOn || peeked === last.current) return;
    const key = peeked ?? last.current;
    wanted.current = key === null ? null : { key, until: performance.now() + WAIT_MS };
    last.current = peeked;
  }, [peeked, isOn]);
  useEffect(() => {
    if (wanted.current === null) return;
    const { key, until } = wanted.current;
    const row = rowsOf(box.current).find((each) => keyOf(each) === key);
    if (row || performance.now() > until) wanted.current = null;
    focusRow(row);
  });
}
