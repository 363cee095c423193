"use client";

import { ChevronRight } from "lucide-react";
import { Terms } from "@/components/shared/agreements/terms";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { Link } from "@/components/ui/navigation/link";
import type { Agreement } from "@/server/trpc/types";

function Initial({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-8 bg-hover text-16 font-semibold text-muted"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

export function RequestCard({ agreement }: { readonly agreement: Agreement }) {
  return (
    <Link
      href={`/wallet/agreements/${agreement.id}`}
      className="flex items-center gap-3 rounded-8 border border-warn bg-warn-fill p-4"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-14 font-medium wrap-anywhere">
          {agreement.merchant} wants permission to charge you
        </span>
        <span className="mt-0.5 line-clamp-2 text-13 wrap-anywhere">{agreement.description}</span>
        <span className="block text-13">
          <Terms terms={agreement} setter="you" />
        </span>
      </span>
      <span className="shrink-0 text-14 font-medium text-warn">Answer</span>
      <ChevronRight aria-hidden className="-ml-2 size-4 shrink-0 text-warn" />
    </Link>
  );
}

export function AgreementRow({ agreement }: { readonly agreement: Agreement }) {
  const { id, merchant, description, status } = agreement;
  return (
    <li>
      <Link
        href={`/wallet/agreements/${id}`}
        className="flex min-h-[4.5rem] items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-hover"
      >
        <Initial name={merchant} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 font-medium">{merchant}</span>
          <span className="block truncate text-13 text-muted">{description}</span>
        </span>
        <StatusBadge status={status} />
      </Link>
    </li>
  );
}
