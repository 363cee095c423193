"use client";

import { ChevronRight, CircleCheck, CircleX } from "lucide-react";
import { SectionHead } from "@/components/ui/layout/page-head";
import { CodeBlock } from "@/components/ui/values/code-block";
import { Time } from "@/components/ui/values/time";
import type { DeliveryDetail } from "@/server/trpc/types";

type Attempt = DeliveryDetail["attempts"][number];

interface AttemptsProps {
  readonly attempts: readonly Attempt[];
  /** Attempts made, including ones that are no longer stored. */
  readonly made: number;
  readonly isPaused: boolean;
  readonly nextAt: string | null;
}

export function Attempts({ attempts, made, isPaused, nextAt }: AttemptsProps) {
  return (
    <section>
      <SectionHead title="Attempts" />
      {attempts.length === 0 && made > 0 ? (
        <p className="text-14 text-muted">Attempts are kept for 90 days.</p>
      ) : attempts.length === 0 ? (
        <p className="text-14 text-muted">
          {isPaused ? "None: the subscription is paused." : "The first attempt is in progress."}
          {nextAt && !isPaused ? (
            <>
              {" "}
              Due <Time at={nextAt} as="relative" />.
            </>
          ) : null}
        </p>
      ) : (
        <ol className="divide-y divide-line rounded-8 border border-line">
          {attempts.map((attempt, index) => (
            <li key={attempt.id}>
              <OneAttempt attempt={attempt} isOpen={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function OneAttempt({ attempt, isOpen }: { readonly attempt: Attempt; readonly isOpen: boolean }) {
  const { number, responseCode, error, durationMs, startedAt, url, requestHeaders, responseBody } = attempt;
  const Icon = error === null ? CircleCheck : CircleX;
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-12 list-none items-center gap-3 px-4 py-2 text-14 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90" />
        <Icon aria-hidden className={error === null ? "size-4 shrink-0 text-good" : "size-4 shrink-0 text-bad"} />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">Attempt {number}</span>{" "}
          <span className="text-muted">{error ?? `responded ${responseCode}`}</span>
        </span>
        <span className="shrink-0 text-right text-13 text-muted tabular-nums">
          {durationMs} ms <span className="hidden sm:inline">· </span>
          <span className="block sm:inline">
            <Time at={startedAt} as="relative" />
          </span>
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-4 pb-4">
        <div>
          <CodeBlock label={`Request of attempt ${number}`}>{[`POST ${url}`, ...headers].join("\n")}</CodeBlock>
          <p className="mt-2 text-13 text-muted">
            Signatures aren’t stored, because anyone with one could resend the delivery for five minutes.
          </p>
        </div>
        <div>
          {responseBody ? null : (
            <h3 className="mb-2 text-13 font-medium text-muted">
              {responseCode === null ? "No response" : `Response ${responseCode}`}
            </h3>
          )}
          {error ? <p className="mb-2 text-14">{error}</p> : null}
          {responseBody ? (
            <CodeBlock label={`Response ${responseCode} to attempt ${number}`}>{responseBody}</CodeBlock>
          ) : null}
          {responseCode !== null && !responseBody ? <p className="text-13 text-muted">No body.</p> : null}
        </div>
      </div>
    </details>
  );
}
