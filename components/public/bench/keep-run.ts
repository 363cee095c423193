import type { BenchStep } from "@/server/contracts/portal/public/bench-run";

/** A run under way: what it takes to go on with it. */
interface KeptRun {
  readonly steps: readonly BenchStep[];
  readonly seal: string;
}

const NAME = "bench-run";

/** In this tab, until it is closed: whoever reloads in the middle of a run goes on with it. */
export function keepRun(run: KeptRun): void {
  try {
    if (run.steps.length > 0) sessionStorage.setItem(NAME, JSON.stringify(run));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Storage is off or full: the run lives as long as the page does.
  }
}

/** Null for none, and for one that another version of the page has left. */
export async function readKeptRun(): Promise<KeptRun | null> {
  try {
    const text = sessionStorage.getItem(NAME);
    if (text === null) return null;
    // With its parser: only those who were under way load it.
    const { BenchRun } = await import("@/server/contracts/portal/public/bench-run");
    const { steps, seal } = JSON.parse(text);
    return { steps: BenchRun.parse({ v: 1, steps }).steps, seal: String(seal) };
  } catch {
    return null;
  }
}
