"use client";

import { Failure } from "@/components/ui/feedback/states";

interface Props {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** For unexpected errors. Next's digest identifies the log entry. */
export default function PortalError({ error, reset }: Props) {
  const isAway = error.digest === "temporarily_unavailable";
  const message = isAway
    ? "We can’t reach our database. Try again in a few seconds."
    : "Something went wrong on our side.";
  const data = { requestId: isAway ? null : (error.digest ?? null) };
  return (
    <main className="mx-auto max-w-[30rem] px-4 py-24">
      <Failure what="This page" error={{ message, data }} onRetry={reset} />
    </main>
  );
}
