import { clsx } from "clsx";
import { useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { Link } from "@/components/ui/navigation/link";
import { CopyCode } from "@/components/ui/values/copy-code";
import { BENCH_WEBHOOK_SECRET } from "@/server/contracts/demo";
import type { BenchEvent } from "@/server/contracts/portal/public/bench-run";
import { Panel, Scroll } from "./panel";
import type { RunState } from "./run-state";

export function Webhooks({ state: { events } }: { readonly state: RunState }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = events.find(({ id }) => id === chosen) ?? events.at(-1);
  return (
    <Panel title="Webhooks" note={events.length === 0 ? "signed as sent" : <Count count={events.length} />}>
      {shown ? (
        <>
          {/* Keeps the newest in view. */}
          <fieldset
            key={events.length}
            ref={(row) => row?.scrollTo({ left: row.scrollWidth })}
            aria-label="Events"
            className="flex min-w-0 shrink-0 gap-1 overflow-x-auto border-b border-line p-1.5"
          >
            {events.map((event, index) => (
              <PlainButton
                key={event.id}
                aria-pressed={event.id === shown.id}
                onClick={() => setChosen(index === events.length - 1 ? null : event.id)}
                className={clsx(
                  "h-7 shrink-0 rounded-4 px-2 text-12 font-medium",
                  event.id === shown.id ? "bg-accent-fill text-accent" : "text-muted hover:bg-hover hover:text-text",
                )}
              >
                {event.type.replace("authorization.", "")}
              </PlainButton>
            ))}
          </fieldset>
          <Request event={shown} />
        </>
      ) : (
        <p className="grid flex-1 place-items-center p-6 text-center text-13 text-pretty text-muted">
          Each payment notifies its webhooks. What they receive appears here.
        </p>
      )}
    </Panel>
  );
}

function Count({ count }: { readonly count: number }) {
  return <>{count === 1 ? "1 event" : `${count} events`}</>;
}

function Request({ event: { headers, body, type } }: { readonly event: BenchEvent }) {
  const lines = Object.entries(headers);
  const pretty = JSON.stringify(JSON.parse(body), null, 2);
  return (
    <>
      <Scroll label={`The request for ${type}`} className="px-4 py-2 text-12 leading-5">
        <pre translate="no">
          <code>
            {lines.map(([name, value]) => (
              <span key={name} className="block">
                <span className="text-muted">{name}:</span>{" "}
                <span className={/signature/i.test(name) ? "text-good" : undefined}>{value}</span>
              </span>
            ))}
            {"\n"}
            {pretty}
          </code>
        </pre>
      </Scroll>
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 border-t border-line px-4 py-1 text-12 text-muted">
        <span className="mr-auto">
          Verify it:{" "}
          <Link href="/docs/webhooks" className="text-accent underline underline-offset-2">
            the guide
          </Link>
        </span>
        <span>Body</span>
        <CopyCode text={body} what="body" />
        <span>Secret</span>
        <CopyCode text={BENCH_WEBHOOK_SECRET} what="secret" />
      </div>
    </>
  );
}
