"use client";

import { clsx } from "clsx";
import { useIsLive, useReconnection } from "./live";

/** Whether what is shown changes by itself at once, and quietly that it does not for now. */
export function LiveMark() {
  const isLive = useIsLive();
  const { isLost, retry } = useReconnection();
  if (isLive || !isLost) {
    return (
      // Its room is kept until it is known, so that nothing moves when it is.
      <span
        className={clsx(
          "inline-flex items-center gap-1.5 text-13 font-normal text-muted",
          isLive ? "visible" : "invisible",
        )}
      >
        <span aria-hidden className="size-2 rounded-full bg-good" /> Live
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-13 font-normal text-muted">
      <span role="status" className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-2 rounded-full bg-warn" /> Reconnecting…
      </span>
      <button
        type="button"
        onClick={retry}
        className="-my-1 min-h-6 rounded-4 px-1 py-1 font-medium text-accent hover:underline"
      >
        Try now
      </button>
    </span>
  );
}

/** The same beside a name, which needs the room: a dot while all is well. "Live" would be the environment. */
export function LiveDot() {
  const isLive = useIsLive();
  const { isLost } = useReconnection();
  // Said of a connection that was there: a page that has only just opened has lost none.
  if (!isLive && !isLost) return null;
  return (
    <span
      title={isLive ? "Up to date" : undefined}
      className="inline-flex shrink-0 items-center gap-1.5 text-12 whitespace-nowrap text-muted"
    >
      <span aria-hidden className={clsx("size-1.5 rounded-full", isLive ? "bg-good" : "bg-warn")} />
      <span className={isLive ? "sr-only" : ""}>{isLive ? "Up to date" : "Reconnecting…"}</span>
    </span>
  );
}
