import { Children, type ReactNode } from "react";

interface MarkedProps {
  readonly text: string;
  /** Must have exactly one capturing group. */
  readonly pattern: RegExp;
  readonly children: (part: string) => ReactNode;
}

export function Marked({ text, pattern, children: show }: MarkedProps) {
  return Children.toArray(text.split(pattern).map((part, at) => (at % 2 === 1 ? show(part) : part)));
}
