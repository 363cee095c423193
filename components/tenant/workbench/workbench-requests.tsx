"use client";

import { ChevronRight } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { Link } from "@/components/ui/navigation/link";
import { Time } from "@/components/ui/values/time";
import type { Workbench } from "@/server/trpc/types";
import { whyNoBodies } from "../requests/bodies";
import { KeptBody } from "../requests/kept-body";
import { StatusCode } from "../requests/status-code";

type WorkbenchRequest = Workbench["requests"][number];

export function WorkbenchRequests({ requests }: Pick<Workbench, "requests">) {
  if (requests.length === 0) {
    return (
      <p className="text-14 text-muted">None: it was made in the portal, or its requests are more than 30 days old.</p>
    );
  }
  return (
    <ol className="divide-y divide-line rounded-8 border border-line">
      {requests.map((request) => (
        <li key={request.id}>
          <OneRequest request={request} isOpen={requests.length === 1} />
        </li>
      ))}
    </ol>
  );
}

function OneRequest({ request, isOpen }: { readonly request: WorkbenchRequest; readonly isOpen: boolean }) {
  const place = usePlace();
  const { id, method, path, status, errorCode, isReplay, durationMs, createdAt, bodies } = request;
  const { idempotencyKey, isKeyless } = request;
  const outcome = errorCode ?? (isReplay ? "replayed" : isKeyless ? "no Idempotency-Key" : null);
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-12 list-none items-start gap-3 px-4 py-2.5 text-14 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="mt-0.5 size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1">
          <span className="block font-mono text-13 wrap-anywhere">
            <span className="text-muted">{method}</span> {path}
          </span>
          <span className="mt-0.5 block text-13 text-muted">
            <Time at={createdAt} as="seconds" />, {durationMs} ms{outcome ? `, ${outcome}` : null}
          </span>
        </span>
        <StatusCode status={status} />
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-2 pb-4">
        {bodies?.requestBody ? (
          <KeptBody label="Request body" body={bodies.requestBody} bytes={bodies.requestBytes} />
        ) : null}
        {bodies?.responseBody ? (
          <KeptBody label="Response body" body={bodies.responseBody} bytes={bodies.responseBytes} />
        ) : null}
        {bodies?.requestBody || bodies?.responseBody ? null : (
          <p className="text-13 text-muted">{whyNoBodies(bodies?.unkeptBecause ?? null)}</p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
          <Link href={pathOf(place, `logs/${id}`)} className="text-accent underline underline-offset-4">
            Open request
          </Link>
          {idempotencyKey ? <span className="font-mono wrap-anywhere">{idempotencyKey}</span> : null}
        </p>
      </div>
    </details>
  );
}
