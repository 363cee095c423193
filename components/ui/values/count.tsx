"use client";

import { useLocale } from "./locale";

/** `1,234`, for consoles. */
export const grouped = (count: number) => count.toLocaleString("en-US");

/** `1 payment`, `1,234 payments`: grouped as amounts are. */
export function formatCount(count: number, locale: string, one: string, many = `${one}s`): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
}

interface CountProps {
  readonly of: number;
  readonly one: string;
  readonly many?: string;
}

export function Count({ of, one, many }: CountProps) {
  return <span className="tabular-nums">{formatCount(of, useLocale(), one, many)}</span>;
}
