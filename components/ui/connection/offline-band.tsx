"use client";

import { WifiOff } from "lucide-react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { useConnection, useHasMissed } from "./connection";

const SAYS = {
  offline: "You’re offline.",
  lost: "We can’t reach Closed Loop.",
  outdated: "That part of the page couldn’t be loaded.",
} as const;

/** Shown above every page while the server can't be reached. The page's content stays. */
export function OfflineBand() {
  const connection = useConnection();
  const hasMissed = useHasMissed();
  if (connection === "online") return null;
  return (
    <div role="status" data-band className="sticky top-0 z-40 border-b border-line bg-warn-fill">
      <p className="mx-auto flex min-h-9 max-w-[75rem] items-center justify-center gap-2 px-4 py-1.5 text-13 text-warn">
        <WifiOff aria-hidden className="size-4 shrink-0" />
        <span>
          <strong className="font-semibold">{SAYS[connection]}</strong>{" "}
          {connection === "outdated" ? (
            <PlainButton onClick={() => location.reload()} className="font-medium underline">
              Reload the page
            </PlainButton>
          ) : hasMissed ? (
            "What you opened couldn’t be loaded. Try again when you’re back."
          ) : (
            "This page shows what was loaded before. It updates when you’re back."
          )}
        </span>
      </p>
    </div>
  );
}
