"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Place, pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { Link } from "@/components/ui/navigation/link";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { FirstRunState } from "@/server/trpc/types";
import { SendTestPayment } from "./send-test-payment";

const SANDBOX_KEY = "pk_test_closedloop_sandbox";

/** A curl command without secrets, except for the public sandbox's documented one. */
function curlOf(origin: string, { publicKey, testCard }: FirstRunState): string {
  const isSandbox = publicKey === SANDBOX_KEY;
  return `curl ${origin}/v1/authorizations \\
  -H 'X-API-Key: ${publicKey ?? "YOUR_API_KEY"}' \\
  -H 'Authorization: Bearer ${isSandbox ? "sk_test_closedloop_sandbox_public_secret" : "YOUR_SECRET"}' \\
  -H "Idempotency-Key: $(date +%s)" \\
  -H 'Content-Type: application/json' \\
  -d '{"panToken":"${testCard ?? "A_CARDS_TOKEN"}","amount":12.50}'`;
}

interface FirstRunProps {
  /** Collapses it to one line once the tenant has had a payment. */
  readonly isFoldedOnceUsed?: boolean;
}

/** A new tenant's first steps. Steps check themselves, and the list disappears once all are done. */
export function FirstRun({ isFoldedOnceUsed = false }: FirstRunProps) {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: state } = useQuery(trpc.tenant.firstRun.state.queryOptions(place));
  if (!state || state.verifiedSubscriptionId !== null) return null;
  return <Steps state={state} isFolded={isFoldedOnceUsed && state.authorizationId !== null} />;
}

interface StepsProps {
  readonly state: FirstRunState;
  /** Only the initial state: completing a step doesn't collapse the list. */
  readonly isFolded: boolean;
}

function Steps({ state, isFolded }: StepsProps) {
  const place = usePlace();
  const [isOpen, setOpen] = useState(!isFolded);
  const done = [state.authorizationId, state.subscriptionId, state.attemptedSubscriptionId, null];
  const count = done.filter((id) => id !== null).length;
  const next = done.indexOf(null);
  const steps = stepsOf(state, place);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-8 border border-line"
    >
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-8 px-4 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90" />
        <h2 className="shrink-0 text-14">First steps</h2>
        <span className="invisible min-w-0 flex-1 truncate text-14 text-muted sm:visible sm:group-open:invisible">
          {steps[next] ? `Next: ${steps[next].title}` : null}
        </span>
        <span className="shrink-0 text-13 text-muted">{count} of 4 done</span>
      </summary>
      <ol className="divide-y divide-line border-t border-line">
        {steps.map(({ title, help, body }, index) => (
          <li key={title} className="flex gap-3 px-4 py-3">
            <Tick number={index + 1} isDone={done[index] !== null} />
            <div className="min-w-0 flex-1">
              <p className={clsx("text-14 font-medium", done[index] !== null && "text-muted")}>{title}</p>
              {index === next ? (
                <div className="mt-1 flex flex-col gap-3 text-14 text-muted">
                  <p>{help}</p>
                  {body}
                </div>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Tick({ number, isDone }: { readonly number: number; readonly isDone: boolean }) {
  return (
    <span
      className={clsx(
        "grid size-6 shrink-0 place-items-center rounded-full text-12 font-medium",
        isDone ? "bg-good-fill text-good" : "border border-line-strong text-muted",
      )}
    >
      {isDone ? <Check aria-label="Done" role="img" className="size-4" strokeWidth={2.5} /> : number}
    </span>
  );
}

interface FirstStep {
  readonly title: string;
  readonly help: ReactNode;
  readonly body?: ReactNode;
}

function stepsOf(state: FirstRunState, place: Place): FirstStep[] {
  const { testCard, subscriptionId } = state;
  const link = (page: string, words: string) => (
    <Link href={pathOf(place, page)} className="text-accent underline underline-offset-4">
      {words}
    </Link>
  );
  return [
    {
      title: "Make your first authorization",
      help: formatKey(state, link),
      body: (
        <>
          <Curl state={state} />
          {testCard ? <SendTestPayment /> : null}
        </>
      ),
    },
    {
      title: "Add a webhook",
      help: <>{link("webhooks", "Enter the URL")} of your server, and store the secret it shows once.</>,
    },
    {
      title: "See it arrive",
      help: (
        <>
          Make another authorization, or {link(`webhooks/${subscriptionId ?? ""}`, "send a test event")}: its delivery
          shows up within a second.
        </>
      ),
    },
    {
      title: "Verify its signature",
      help: (
        <>
          Respond with 2xx once it verifies; the first such response completes this step. If it doesn’t verify, the{" "}
          {link("tools/signature", "signature debugger")} says why.
        </>
      ),
    },
  ];
}

function formatKey(state: FirstRunState, link: (page: string, words: string) => ReactNode): ReactNode {
  if (state.hasPublicSecret) return "The sandbox’s public keys are filled in.";
  if (state.publicKey === null) return <>With one of your {link("keys", "API keys")}.</>;
  return <>Your key is filled in. Its secret was shown once; if you don’t have it, {link("keys", "create a key")}.</>;
}

function Curl({ state }: { readonly state: FirstRunState }) {
  const isHydrated = useIsHydrated();
  const curl = curlOf(isHydrated ? location.origin : "https://…", state);
  return (
    <CodeBlock label="Request" copies={curl}>
      {curl}
    </CodeBlock>
  );
}
