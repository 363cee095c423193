"use client";

import { useState } from "react";

interface Seen {
  readonly list: string;
  readonly keys: readonly string[];
  readonly arrived: ReadonlySet<string>;
}

/**
 * Rows that arrived above known ones while a newest-first list was open. `list` identifies the list; another value starts over.
 */
export function useArrivals(list: string, keys: readonly string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen>({ list, keys, arrived: new Set() });
  if (seen.list === list && seen.keys.join() === keys.join()) return seen.arrived;
  const next = { list, keys, arrived: seen.list === list ? arrivedAmong(keys, seen) : new Set<string>() };
  setSeen(next);
  return next.arrived;
}

function arrivedAmong(keys: readonly string[], { keys: before, arrived }: Seen): ReadonlySet<string> {
  const known = new Set(before);
  const first = keys.findIndex((key) => known.has(key));
  if (first === -1) return new Set();
  return new Set([...keys.slice(0, first), ...keys.filter((key) => arrived.has(key))]);
}
