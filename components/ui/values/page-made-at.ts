let madeAtMs: number | null = null;

/** Notes when the server made the page, once. Apart from the clock, since pages without a time load none. */
export function notePageMadeAt(nowMs: number): void {
  madeAtMs ??= nowMs;
}

export function pageMadeAt(): number | null {
  return madeAtMs;
}
