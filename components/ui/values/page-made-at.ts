let madeAtMs: number | null = null;

/** Notes the server's rendering time, once. A module of its own, because pages without times don't load the clock. */
export function notePageMadeAt(nowMs: number): void {
  madeAtMs ??= nowMs;
}

export function pageMadeAt(): number | null {
  return madeAtMs;
}
