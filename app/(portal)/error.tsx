"use client";

import { Failure } from "@/components/ui/feedback/states";

interface Props {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/**
 * For unexpected errors. Those of the server have a digest, which identifies the log entry. One of the browser may follow a
 * press that was carried out, so it doesn't say that nothing was.
 */
export default function PortalError({ error: { digest }, reset }: Props) {
  const isAway = digest === "temporarily_unavailable";
  const message = isAway
    ? "We can’t reach our database. Try again in a few seconds."
    : digest === undefined
      ? "It stopped working in your browser. What you pressed last may have been done: check before you press it again."
      : "Something went wrong on our side.";
  const data = { requestId: isAway ? null : (digest ?? null) };
  return (
    <main className="mx-auto max-w-[30rem] px-4 py-24">
      <Failure what="This page" error={{ message, data }} onRetry={reset} />
    </main>
  );
}
