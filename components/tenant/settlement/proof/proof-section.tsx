"use client";

import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import type { CheckedStatement } from "@/server/contracts/statement-proof/check-statement";
import type { Statement } from "@/server/trpc/types";
import { isOther } from "./is-other";
import { ProofDetails } from "./proof-details";
import { ProofSteps } from "./proof-steps";
import { useProof } from "./use-proof";

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
