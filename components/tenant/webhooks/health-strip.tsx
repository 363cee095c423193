"use client";

import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import type { SubscriptionHealth } from "@/server/trpc/types";

const SHOWN = 100;

export function HealthStrip({
  id,
  attempts,
}: {
  readonly id: string;
  readonly attempts: SubscriptionHealth["attempts"];
}) {
  const router = useRouter();
  const place = usePlace();
  const arrived = attempts.filter(({ error }) => error === null).length;
  const words =
    attempts.length === 0 ? "No attempts yet." : `${arrived} of the last ${attempts.length} attempts arrived.`;
  const empty = SHOWN - attempts.length;
  return (
    <figure>
      <div role="img" aria-label={words} className="flex h-10 items-end gap-px">
        {empty > 0 ? (
          <span
            className="h-px bg-line"
            style={{ flexGrow: empty, flexBasis: 0, marginRight: attempts.length > 0 ? 2 : 0 }}
          />
        ) : null}
        {attempts.toReversed().map((attempt) => (
          // Pointer only: the log below offers the same deliveries to everyone.
          // biome-ignore lint/a11y/noStaticElementInteractions: the log below is for the keyboard
          // biome-ignore lint/a11y/useKeyWithClickEvents: the log below is for the keyboard
          <span
            key={attempt.id}
            title={`${attempt.startedAt}: ${attempt.error ?? `${attempt.responseCode} in ${attempt.durationMs} ms`}`}
            onClick={() => router.push(pathOf(place, `webhooks/${id}/deliveries/${attempt.deliveryId}`))}
            className={clsx(
              "min-w-0 flex-1 cursor-pointer rounded-[1px] hover:opacity-60",
              attempt.error === null ? "h-5 bg-good" : "h-10 bg-bad",
            )}
          />
        ))}
      </div>
      <figcaption className="mt-2 text-13 text-muted">{words}</figcaption>
    </figure>
  );
}
