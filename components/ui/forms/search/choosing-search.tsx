"use client";

import { Command } from "cmdk";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { rankOf } from "./rank-of";

const MOVES: ReadonlySet<string> = new Set(["ArrowDown", "ArrowUp", "Home", "End"]);

interface ChoosingSearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /**
   * The answer for this text is under way, so rows that were found belong to another text. They must be `disabled`. Enter waits
   * for the answer.
   */
  readonly isBehind: boolean;
  /** The value of the first row of the answer, which Enter chooses. Null: the row that matches best. */
  readonly first?: string | null;
  /** The rows are found elsewhere, so all are shown. */
  readonly isFound?: boolean;
  readonly className?: string;
  readonly input: {
    readonly ref?: Ref<HTMLInputElement>;
    readonly className: string;
    readonly "aria-invalid"?: true | undefined;
    readonly onFocus?: () => void;
  };
  /** A `Command.List`. */
  readonly children: ReactNode;
}

/** A text field with rows to choose from. Enter never chooses a row that was found for another text. */
export function ChoosingSearch(props: ChoosingSearchProps) {
  const {
    label,
    placeholder,
    text,
    onText,
    isBehind,
    first = null,
    isFound = false,
    className,
    input,
    children,
  } = props;
  const root = useRef<HTMLDivElement>(null);
  const [selected, select] = useState("");
  /** The text at which the user moved to a row, or pressed Enter before its answer. */
  const [movedAt, setMovedAt] = useState<string | null>(null);
  const entered = useRef<string | null>(null);
  const isMoved = movedAt === text;
  const marked = isBehind || isMoved ? null : first;
  // As rows come and go, cmdk marks another one or none, also after it was given the first.
  useEffect(() => {
    if (marked !== null && selected !== marked) select(marked);
  }, [marked, selected]);
  useEffect(() => {
    if (isBehind || entered.current === null) return;
    const isWanted = entered.current === text;
    entered.current = null;
    if (!isWanted) return;
    const row = first === null ? "" : `[data-value="${CSS.escape(first.trim())}"]`;
    // Once cmdk has put the rows in order.
    const timer = setTimeout(() => root.current?.querySelector<HTMLElement>(`${CHOOSABLE}${row}`)?.click());
    return () => clearTimeout(timer);
  }, [isBehind, text, first]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isEnter = event.key === "Enter";
    if (!isEnter) entered.current = null;
    if (MOVES.has(event.key)) setMovedAt(text);
    if (!isEnter || !isBehind || isMoved) return;
    event.preventDefault();
    entered.current = text;
  };
  return (
    <Command
      ref={root}
      label={label}
      filter={rankOf}
      shouldFilter={!isFound}
      value={selected}
      onValueChange={select}
      onPointerMove={() => setMovedAt(text)}
      onKeyDown={onKeyDown}
      aria-busy={isBehind}
      {...(className ? { className } : {})}
    >
      <Command.Input {...input} value={text} onValueChange={onText} placeholder={placeholder} />
      {children}
    </Command>
  );
}

const CHOOSABLE = '[role="option"]:not([aria-disabled="true"])';
