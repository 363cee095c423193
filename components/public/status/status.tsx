"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Badge } from "@/components/ui/feedback/badge";

const EVERY_MS = 10_000;

interface Answer {
  readonly isReady: boolean;
  /** The service’s own words on what is wrong; null if nothing is. */
  readonly says: string | null;
}

async function ask(): Promise<Answer> {
  try {
    const response = await fetch("/readyz", { cache: "no-store" });
    const { reason, detail } = (await response.json()) as { reason?: string; detail?: string };
    const says = detail ?? reason?.replaceAll("_", " ") ?? null;
    return { isReady: response.ok, says };
  } catch {
    return { isReady: false, says: "It doesn’t answer." };
  }
}

/** The status page asks `/readyz` every ten seconds, and shows the answer. */
export function Status() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let isShown = true;
    const look = () => void ask().then((found) => isShown && setAnswer(found));
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <div role="status" className="mt-6 grid justify-items-start gap-3 text-14">
      {answer ? (
        <>
          <Badge tone={answer.isReady ? "good" : "bad"} icon={answer.isReady ? CircleCheck : CircleAlert}>
            {answer.isReady ? "Payments are working" : "Payments aren’t working right now"}
          </Badge>
          {answer.says ? <p className="first-letter:uppercase">{answer.says}</p> : null}
          <p className="text-muted">Checked every 10 seconds.</p>
        </>
      ) : (
        <p className="text-muted">Checking…</p>
      )}
    </div>
  );
}
