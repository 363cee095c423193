"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { formatMoney } from "@/components/shared/money/money";
import { fetchAsOwner } from "@/components/trpc/page-owner";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { minorText } from "@/server/contracts/currencies";
import type { CheckedStatement } from "@/server/contracts/statement-proof/check-statement";
import type { Step } from "@/server/contracts/statement-proof/steps";
import type { Statement } from "@/server/trpc/types";
import { useTenant } from "../../shell/use-tenant";
import { isOther } from "./is-other";
import { ProofDetails } from "./proof-details";

/** Verifies the statement in this browser from its lines, postings, and sealed blocks. */
export function ProofSection({ shown }: { readonly shown: Statement }) {
  const { proof, lineCount: checked, money } = useProof(shown.id);
  return (
    // Higher than most proofs, so that one line more doesn't shift the content below.
    <section className="lg:min-h-140">
      <SectionHead title="Proof" note={<span className="text-13 text-muted">recomputed in your browser</span>} />
      {proof.isError && !proof.data ? (
        <Failure what="The proof" error={proof.error} onRetry={() => void proof.refetch()} />
      ) : null}
      {proof.isPending ? <Checking lineCount={shown.captureCount + shown.refundCount} checked={checked} /> : null}
      {proof.data ? (
        <div className="flex flex-col gap-4">
          <Verdict checked={proof.data} isOther={isOther(shown, proof.data)} money={money} />
          <ProofSteps steps={proof.data.steps} />
          <ProofDetails checked={proof.data} money={money} />
        </div>
      ) : null}
    </section>
  );
}

/** Has the layout of the result, so that nothing below it shifts. */
function Checking({ lineCount, checked }: { readonly lineCount: number; readonly checked: number }) {
  const isOne = lineCount === 1;
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="min-h-20 rounded-8 bg-hover p-4">
        <p className="text-16 font-semibold">
          Checking {isOne ? "the line" : `${lineCount.toLocaleString("en-US")} lines`}
        </p>
        <p className="mt-1 text-14 text-muted">
          {checked > 0 ? `${checked.toLocaleString("en-US")} so far` : "Reading the proof"}
        </p>
      </div>
      <div aria-hidden className="divide-y divide-line rounded-8 border border-line">
        {["whole", "lines", "payout", "booked", "charged", "paid", "sealed", "chained"].map((step) => (
          <div key={step} className="flex h-[2.875rem] items-center px-4">
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        ))}
      </div>
      <Skeleton className="h-[3.125rem] w-full" />
    </div>
  );
}

interface VerdictProps {
  readonly checked: CheckedStatement;
  readonly isOther: boolean;
  readonly money: (minor: bigint, currency: string) => string;
}

function Verdict({ checked, isOther, money }: VerdictProps) {
  const { statement, sums, steps, isProven, isWaiting } = checked;
  const isWrong = steps.some(({ state }) => state === "fails");
  const difference = statement && sums ? money(sums.differenceMinor, statement.currency) : null;
  if (isOther && statement) {
    return (
      <Band tone="bad" title="This proof is of another statement" difference={null}>
        Its totals differ from those on this page. Keep the proof file, and report it.
      </Band>
    );
  }
  if (isWrong) {
    return (
      <Band tone="bad" title="Something doesn’t add up" difference={sums?.differenceMinor === 0n ? null : difference}>
        Each step that fails says what is wrong, and in which lines. Keep the proof file, and report it.
      </Band>
    );
  }
  if (isProven) {
    return (
      <Band tone="good" title="The statement is proven" difference={difference}>
        Its lines, the postings behind them, and the payout agree to the cent.
      </Band>
    );
  }
  return (
    <Band tone="warn" title={isWaiting ? "Not sealed yet" : "Not everything can be shown"} difference={difference}>
      {isWaiting
        ? "Everything adds up. The newest entries are sealed within two minutes."
        : "Everything that can be checked here adds up."}
    </Band>
  );
}

const BANDS = {
  good: { fill: "bg-good-fill", text: "text-good", icon: CircleCheck },
  warn: { fill: "bg-warn-fill", text: "text-warn", icon: Clock },
  bad: { fill: "bg-bad-fill", text: "text-bad", icon: CircleX },
} as const;

interface BandProps {
  readonly tone: keyof typeof BANDS;
  readonly title: string;
  /** Null: there is nothing to compare. */
  readonly difference: string | null;
  readonly children: ReactNode;
}

function Band({ tone, title, difference, children }: BandProps) {
  const { fill, text, icon: Icon } = BANDS[tone];
  return (
    <div role="status" className={`flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-8 p-4 ${fill}`}>
      <div className="min-w-0">
        <h3 className={`flex items-center gap-2 text-16 font-semibold ${text}`}>
          <Icon aria-hidden className="size-5 shrink-0" /> {title}
        </h3>
        <p className="mt-1 text-14">{children}</p>
      </div>
      {difference ? (
        <p className="text-13">
          Difference <strong className="ml-1 text-20 font-semibold whitespace-nowrap tabular-nums">{difference}</strong>
        </p>
      ) : null}
    </div>
  );
}

/** Blocks are sealed every minute. If one takes much longer, polling often doesn't help. */
const ASK_AGAIN_MS = 20_000;
const OFTEN = 8;
const ASK_LATER_MS = 300_000;

/** The statement's proof, verified in this browser, and again while entries wait to be sealed. */
function useProof(id: string) {
  const { place } = useTenant();
  const locale = useLocale();
  const [lineCount, setLineCount] = useState(0);
  const url = pathOf(place, `settlement/${id}/proof`);
  const money = (minor: bigint, currency: string) => formatMoney(Number(minorText(minor, currency)), currency, locale);
  const proof = useQuery({
    queryKey: ["statement-proof", url],
    queryFn: ({ signal }) => readProof(url, { signal, money, onLines: setLineCount }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    refetchInterval: ({ state }) =>
      state.data?.isWaiting ? (state.dataUpdateCount < OFTEN ? ASK_AGAIN_MS : ASK_LATER_MS) : false,
  });
  return { proof, lineCount, money };
}

/** The longest time that checking may block the main thread, to keep the page responsive. */
const SLICE_MS = 12;

interface Reading {
  readonly signal: AbortSignal;
  readonly money: (minor: bigint, currency: string) => string;
  readonly onLines: (count: number) => void;
}

/**
 * Downloads the proof and verifies it locally while it arrives, so that the result doesn't depend on the server's word. The
 * verifier is loaded on demand, because most visitors only read the totals.
 */
async function readProof(url: string, { signal, money, onLines }: Reading): Promise<CheckedStatement> {
  const loading = import("@/server/contracts/statement-proof/check-statement");
  const answer = await fetchAsOwner(url, { signal });
  if (!answer.ok || !answer.body) throw new Error(`The proof answered ${answer.status}.`);
  const { StatementCheck } = await loading;
  const check = new StatementCheck();
  let sliceEndsAt = performance.now() + SLICE_MS;
  for await (const line of linesOf(answer.body)) {
    check.take(line);
    if (performance.now() < sliceEndsAt) continue;
    onLines(check.lineCount);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  return check.finish({ money });
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

const STEP_LOOKS = {
  holds: { icon: CircleCheck, word: "Holds", color: "text-good" },
  fails: { icon: CircleX, word: "Fails", color: "text-bad" },
  open: { icon: Clock, word: "Open", color: "text-warn" },
} as const;

const MAX_FINDINGS = 20;
const MAX_LINES = 5;

function ProofSteps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ul aria-label="Steps of the proof" className="divide-y divide-line rounded-8 border border-line">
      {steps.map((step) => (
        <StepRow key={step.name} step={step} />
      ))}
    </ul>
  );
}

function StepRow({ step: { state, says, findings } }: { readonly step: Step }) {
  const { place } = useTenant();
  const { icon: Icon, word, color } = STEP_LOOKS[state];
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-14">
      <Icon role="img" aria-label={word} className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0">
        <p className="wrap-anywhere">{says}</p>
        {findings.length > 0 ? (
          <ul className="mt-2 flex flex-col gap-1 text-13">
            {findings.slice(0, MAX_FINDINGS).map(({ says: what, lines }) => (
              <li key={`${what} ${lines[0]?.id ?? ""}`} className="flex flex-wrap items-center gap-x-2">
                <span className={color}>{what}</span>
                {lines.slice(0, MAX_LINES).map(({ id, authorizationId }) => (
                  <Link
                    translate="no"
                    key={id}
                    href={pathOf(place, `authorizations?search=${authorizationId}`)}
                    className="font-mono font-medium text-accent hover:underline"
                  >
                    {authorizationId}
                  </Link>
                ))}
                {lines.length > MAX_LINES ? (
                  <span className="text-muted">and {lines.length - MAX_LINES} more</span>
                ) : null}
              </li>
            ))}
            {findings.length > MAX_FINDINGS ? (
              <li className="text-muted">The first {MAX_FINDINGS} are shown.</li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </li>
  );
}
