"use client";

import type { NetworkAuditEntry } from "@/server/trpc/types";
import { sayAction } from "../audit/actions";
import { CopyId } from "../ui/copy-id";
import { Time } from "../ui/time";

/** What was done, by whom, to what: one entry below the other. */
export function AuditRows({ records }: { readonly records: readonly NetworkAuditEntry[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
      {records.map((record) => (
        <li key={record.id} className="px-4 py-3">
          <div className="flex items-baseline justify-between gap-4">
            <p className="min-w-0 text-14 font-medium">{sayAction(record.action)}</p>
            <span className="shrink-0 text-13 text-muted">
              <Time at={record.createdAt} as="relative" />
            </span>
          </div>
          <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-muted">
            <span className="min-w-0 break-words">{record.actor}</span>
            {record.tenantTitle ? <span>{record.tenantTitle}</span> : null}
            <span>{record.environment ?? "live and test"}</span>
            <span className="inline-flex items-center gap-1">
              {record.subjectKind.replace(/_/g, " ")} <CopyId id={record.subjectId} />
            </span>
          </div>
          {record.details.length > 0 ? (
            <dl className="mt-1 flex flex-wrap gap-x-4 text-13">
              {record.details.map(({ name, value }) => (
                <div key={name} className="flex min-w-0 gap-1">
                  <dt className="text-muted">{name}</dt>
                  <dd className="min-w-0 break-all">{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
