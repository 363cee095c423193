import { Children, type ReactNode } from "react";

interface MarkedProps {
  readonly text: string;
  /** Must have exactly one capturing group. */
  readonly pattern: RegExp;
  /** Renders a match. */
  readonly children: (part: string) => ReactNode;
}

/** Renders text with the matches of a pattern replaced. */
export function Marked({ text, pattern, children: show }: MarkedProps) {
  return Children.toArray(text.split(pattern).map((part, at) => (at % 2 === 1 ? show(part) : part)));
}
