"use client";

import { Check, Link2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { copyText } from "@/components/ui/values/copy-text";
import { DEFAULT_CAP } from "@/server/contracts/demo";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { BenchStage } from "./bench-stage";
import { formatResult } from "./format-step";
import { Head } from "./head";
import { pressOf } from "./press";
import { RecordedBench } from "./recorded-bench";
import { hasRun, packRun, unpackRun } from "./share";
import { useRun } from "./use-run";

/** Leads here from the start page: makes the first code. */
const BEGIN = "#begin";

export function Bench({ baseUrl }: { readonly baseUrl: string }) {
  const live = useRun();
  const [recorded, setRecorded] = useState<readonly BenchStep[] | null>(null);
  const [isBroken, setBroken] = useState(false);

  const press = useRef(live.press);
  press.current = live.press;
  useEffect(() => {
    const read = async () => {
      const { hash, pathname } = window.location;
      if (hash === BEGIN) {
        window.history.replaceState(null, "", pathname);
        void press.current({ act: "code", amount: DEFAULT_CAP });
        return;
      }
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

function LiveBench({ baseUrl, live }: { readonly baseUrl: string; readonly live: ReturnType<typeof useRun> }) {
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
        {last ? `Step ${steps.length}: ${formatResult(last).text}` : ""}
      </p>
    </>
  );
}

/** Copies a link that contains the whole run. If the clipboard isn't available, shows the link. */
function ShareRun({ steps }: { readonly steps: readonly BenchStep[] }) {
  const [link, setLink] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const made = `${window.location.href.split("#")[0]}${await packRun(steps)}`;
    setLink(made);
    setCopied(await copyText(made));
  };
  return (
    <>
      {link ? (
        <input
          readOnly
          aria-label="Link to this run"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="h-9 w-48 min-w-0 rounded-8 border border-line bg-raised px-3 font-mono text-12 text-muted"
        />
      ) : null}
      <Button size="small" look="primary" onClick={() => void share()}>
        {isCopied ? <Check aria-hidden className="size-4" /> : <Link2 aria-hidden className="size-4" />}
        <span aria-live="polite">{isCopied ? "Link copied" : "Share this run"}</span>
      </Button>
    </>
  );
}
