"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { type Place, pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { Link } from "@/components/ui/navigation/link";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { FirstRunState } from "@/server/trpc/types";
import { SendTestPayment } from "./send-test-payment";

const SANDBOX_KEY = "pk_test_closedloop_sandbox";

/** Filled in as far as nothing of it is secret; the public sandbox's secret is not. */
function curlOf(origin: string, { publicKey, testCard }: FirstRunState): string {
  const isSandbox = publicKey === SANDBOX_KEY;
  return `curl ${origin}/v1/authorizations \\
  -H 'X-API-Key: ${publicKey ?? "YOUR_API_KEY"}' \\
  -H 'Authorization: Bearer ${isSandbox ? "sk_test_closedloop_sandbox_public_secret" : "YOUR_SECRET"}' \\
  -H "Idempotency-Key: $(date +%s)" \\
  -H 'Content-Type: application/json' \\
  -d '{"panToken":"${testCard ?? "A_CARDS_TOKEN"}","amount":12.50}'`;
}

/** What a new tenant does first. Ticks itself, and is gone once all of it is done. */
export function FirstRun() {
  const trpc = useTRPC();
  const place = usePlace();
  const { data: state } = useQuery(trpc.tenant.firstRun.state.queryOptions(place));
  if (!state || state.verifiedSubscriptionId !== null) return null;
  const done = [state.authorizationId, state.subscriptionId, state.attemptedSubscriptionId, null];
  const count = done.filter((id) => id !== null).length;
  const next = done.indexOf(null);
  return (
    <section aria-labelledby="first-run" className="rounded-8 border border-line">
      <header className="flex items-baseline justify-between gap-4 px-4 pt-4 pb-2">
        <h2 id="first-run" className="text-16">
          First steps
        </h2>
        <p className="text-13 text-muted">{count} of 4 done</p>
      </header>
      <ol className="divide-y divide-line">
        {stepsOf(state, place).map(({ title, help, body }, index) => (
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
    </section>
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
      help: sayKey(state, link),
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
          {link("tools/signature", "signature doctor")} says why.
        </>
      ),
    },
  ];
}

function sayKey(state: FirstRunState, link: (page: string, words: string) => ReactNode): ReactNode {
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
