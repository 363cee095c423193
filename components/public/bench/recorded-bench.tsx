import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/forms/button";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { BenchStage } from "./bench-stage";
import { Head } from "./head";

const STEP_MS = 1_200;

interface RecordedBenchProps {
  readonly baseUrl: string;
  readonly steps: readonly BenchStep[];
  readonly runAgain: () => void;
  readonly leave: () => void;
}

export function RecordedBench({ baseUrl, steps, runAgain, leave }: RecordedBenchProps) {
  const [shown, setShown] = useState(steps.length);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    if (shown >= steps.length) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setShown(shown + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, shown, steps.length]);
  const go = (to: number) => {
    setPlaying(false);
    setShown(to);
  };
  const play = () => {
    if (!isPlaying && shown >= steps.length) setShown(0);
    setPlaying(!isPlaying);
  };
  return (
    <>
      <Head
        title="A recorded run"
        lead="Recorded by whoever shared it. All of it is in the link, and none of it was checked: only your own run is real."
      >
        <fieldset aria-label="Playback" className="flex items-center gap-1">
          <Button
            size="small"
            look="quiet"
            aria-label="Previous step"
            disabled={shown === 0}
            onClick={() => go(shown - 1)}
          >
            <ChevronLeft aria-hidden className="size-4" />
          </Button>
          <Button size="small" onClick={play}>
            {isPlaying ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
            {isPlaying ? "Pause" : "Play"}
          </Button>
          <Button
            size="small"
            look="quiet"
            aria-label="Next step"
            disabled={shown === steps.length}
            onClick={() => go(shown + 1)}
          >
            <ChevronRight aria-hidden className="size-4" />
          </Button>
          <span className="w-24 text-12 text-muted tabular-nums">
            Step {shown} of {steps.length}
          </span>
        </fieldset>
        <Button size="small" look="quiet" onClick={leave}>
          Close
        </Button>
        <Button size="small" look="primary" onClick={runAgain}>
          Run it again
        </Button>
      </Head>
      <BenchStage baseUrl={baseUrl} steps={steps.slice(0, shown)} busy={null} press={null} />
    </>
  );
}
