import { Children, type ReactNode } from "react";

interface MarkedProps {
  readonly text: string;
  /** Has one group, which is what it shows. */
  readonly pattern: RegExp;
  /** How a part that the pattern finds is shown. */
  readonly children: (part: string) => ReactNode;
}

/** A text in which what a pattern finds is shown in another way. */
export function Marked({ text, pattern, children: show }: MarkedProps) {
  return Children.toArray(text.split(pattern).map((part, at) => (at % 2 === 1 ? show(part) : part)));
}
