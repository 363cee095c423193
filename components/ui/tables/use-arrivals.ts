"use client";

import { useState } from "react";

interface Seen {
  readonly list: string;
  readonly keys: readonly string[];
  readonly arrived: ReadonlySet<string>;
}

/**
 * Which rows of a list that is newest first came while it was looked at: those above one that was there before. `list`
 * names what is listed (filters, page): another list starts over.
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
