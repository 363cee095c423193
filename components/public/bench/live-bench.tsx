import { Button } from "@/components/ui/forms/button";
import { BenchStage } from "./bench-stage";
import { Head } from "./head";
import { sayResult } from "./say-step";
import { ShareRun } from "./share-run";
import type { useRun } from "./use-run";

export function LiveBench({ baseUrl, live }: { readonly baseUrl: string; readonly live: ReturnType<typeof useRun> }) {
  const { run, press, startOver } = live;
  const { steps, busy, failure } = run;
  const last = steps.at(-1);
  return (
    <>
      <Head
        title="Bench"
        lead={
          failure ? (
            <span role="alert" className="text-bad">
              {failure}
            </span>
          ) : (
            "Both sides of a payment at once, with test money. Try what a till can do, and see what it writes to the books."
          )
        }
      >
        {steps.length > 0 ? (
          <>
            <Button size="small" look="quiet" disabled={busy !== null} onClick={startOver}>
              Start over
            </Button>
            <ShareRun key={steps.length} steps={steps} />
          </>
        ) : null}
      </Head>
      <BenchStage baseUrl={baseUrl} steps={steps} busy={busy} press={(pressed) => void press(pressed)} />
      <p role="status" className="sr-only">
        {last ? `Step ${steps.length}: ${sayResult(last).text}` : ""}
      </p>
    </>
  );
}
