"use client";

import { useEffect, useState } from "react";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { LiveBench } from "./live-bench";
import { pressOf } from "./press";
import { RecordedBench } from "./recorded-bench";
import { hasRun, unpackRun } from "./share";
import { useRun } from "./use-run";

export function Bench({ baseUrl }: { readonly baseUrl: string }) {
  const live = useRun();
  const [recorded, setRecorded] = useState<readonly BenchStep[] | null>(null);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    const read = async () => {
      const { hash } = window.location;
      const steps = hasRun(hash) ? await unpackRun(hash) : null;
      if (hash !== window.location.hash) return;
      setRecorded(steps);
      setBroken(hasRun(hash) && steps === null);
    };
    void read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  /** Pushes a history entry, so that Back returns to the recorded run. */
  const leave = () => {
    window.history.pushState(null, "", window.location.pathname);
    setRecorded(null);
  };
  const runAgain = async (steps: readonly BenchStep[]) => {
    leave();
    live.startOver();
    for (const step of steps) {
      const pressed = pressOf(step);
      if (!pressed || !(await live.press(pressed))) return;
    }
  };

  if (recorded) {
    return (
      <RecordedBench
        key={recorded.length}
        baseUrl={baseUrl}
        steps={recorded}
        leave={leave}
        runAgain={() => void runAgain(recorded)}
      />
    );
  }
  return (
    <>
      {isBroken ? (
        <p role="alert" className="mt-3 rounded-8 bg-warn-fill px-3 py-2 text-13 text-warn">
          This link doesn’t contain a readable run, so here’s an empty bench.
        </p>
      ) : null}
      <LiveBench baseUrl={baseUrl} live={live} />
    </>
  );
}
