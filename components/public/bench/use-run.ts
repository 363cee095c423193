import { useEffect, useRef, useState } from "react";
import { newClaim } from "@/components/ui/forms/new-claim";
import { tabTexts } from "@/components/ui/storage/kept-texts";
import { MAX_BENCH_STEPS } from "@/server/contracts/demo";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import type { Press } from "./press";
import { stateAfter } from "./run-state";

export interface LiveRun {
  readonly steps: readonly BenchStep[];
  readonly busy: Press["act"] | null;
  readonly failure: string | null;
}

const MISSING = "A part of this page couldn’t be loaded. Try again.";

const load = () => import("./send-press");

const NOT_BEGUN: LiveRun = { steps: [], busy: null, failure: null };

/** Runs presses one at a time, and records the answers. */
export function useRun() {
  const [run, setRun] = useState<LiveRun>(NOT_BEGUN);
  const steps = useRef<readonly BenchStep[]>([]);
  const seal = useRef("");
  /** If the answer to a press is lost, the retry reuses its idempotency key. */
  const unanswered = useRef<{ readonly name: string; readonly key: string } | null>(null);
  const isBusy = useRef(false);

  useEffect(() => {
    void readKeptRun().then((kept) => {
      if (!kept || isBusy.current || steps.current.length > 0) return;
      steps.current = kept.steps;
      seal.current = kept.seal;
      setRun({ ...NOT_BEGUN, steps: kept.steps });
    });
  }, []);

  const press = async (pressed: Press): Promise<boolean> => {
    if (isBusy.current) return false;
    if (steps.current.length >= MAX_BENCH_STEPS) {
      setRun((was) => ({ ...was, failure: "This run is full. Start over to go on." }));
      return false;
    }
    isBusy.current = true;
    setRun((was) => ({ ...was, busy: pressed.act, failure: null }));
    const name = `${pressed.act} ${pressed.amount} ${seal.current}`;
    const key = unanswered.current?.name === name ? unanswered.current.key : newClaim();
    unanswered.current = { name, key };
    const { step, failure } = await call(pressed, key);
    if (step) {
      unanswered.current = null;
      steps.current = [...steps.current, step];
      storeRun({ steps: steps.current, seal: seal.current });
    }
    isBusy.current = false;
    setRun({ steps: steps.current, busy: null, failure });
    return step !== null;
  };

  const call = async (pressed: Press, key: string) => {
    const loaded = await load().catch(() => null);
    if (!loaded) return { step: null, failure: MISSING };
    const startedAt = performance.now();
    const sent = { run: seal.current, key };
    const { result, seal: next, failure } = await loaded.sendPress(pressed, sent, stateAfter(steps.current));
    seal.current = next;
    const ms = Math.round(performance.now() - startedAt);
    return { step: result && ({ ...pressed, ms, result } as BenchStep), failure };
  };

  const startOver = () => {
    if (isBusy.current) return;
    steps.current = [];
    seal.current = "";
    storeRun({ steps: [], seal: "" });
    setRun(NOT_BEGUN);
  };

  return { run, press, startOver };
}

interface KeptRun {
  readonly steps: readonly BenchStep[];
  readonly seal: string;
}

const STORED_AS = "bench-run";

/** In the tab, so that a reload resumes the run. */
function storeRun(run: KeptRun): void {
  tabTexts.keep(STORED_AS, run.steps.length > 0 ? JSON.stringify(run) : null);
}

/** Null if there is none, or if another version of the page wrote it. */
async function readKeptRun(): Promise<KeptRun | null> {
  try {
    const text = tabTexts.read(STORED_AS);
    if (text === null) return null;
    // Lazy: only a resumed run needs the parser.
    const { BenchRun } = await import("@/server/contracts/portal/public/bench-run");
    const { steps, seal } = JSON.parse(text);
    return { steps: BenchRun.parse({ v: 1, steps }).steps, seal: String(seal) };
  } catch {
    return null;
  }
}
