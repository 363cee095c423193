import type { BenchStep } from "@/server/contracts/portal/public/bench-run";

interface KeptRun {
  readonly steps: readonly BenchStep[];
  readonly seal: string;
}

const NAME = "bench-run";

/** In session storage, so that a reload resumes the run. */
export function keepRun(run: KeptRun): void {
  try {
    if (run.steps.length > 0) sessionStorage.setItem(NAME, JSON.stringify(run));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Storage is off or full: the run is lost on reload.
  }
}

/** Null if there is none, or if another version of the page wrote it. */
export async function readKeptRun(): Promise<KeptRun | null> {
  try {
    const text = sessionStorage.getItem(NAME);
    if (text === null) return null;
    // Lazy: only a resumed run needs the parser.
    const { BenchRun } = await import("@/server/contracts/portal/public/bench-run");
    const { steps, seal } = JSON.parse(text);
    return { steps: BenchRun.parse({ v: 1, steps }).steps, seal: String(seal) };
  } catch {
    return null;
  }
}
