"use client";

import { Day } from "./time";

const DAY = /(\b\d{4}-\d\d-\d\d\b)/;

/** The server's text with its ISO dates in the reader's locale. */
export function WithDays({ text }: { readonly text: string }) {
  return text.split(DAY).map((part, index) => (index % 2 === 1 ? <Day key={part} day={part} /> : part));
}
