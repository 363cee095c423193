"use client";

import { useState } from "react";
import { Dialog, DialogBody } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { Link } from "@/components/ui/navigation/link";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { TIME } from "@/components/ui/tables/sort/sort";
import { CopyId } from "@/components/ui/values/copy-id";
import { shortId } from "@/components/ui/values/short-id";
import { Time } from "@/components/ui/values/time";
import type { AuditEntry } from "@/server/trpc/types";
import { formatSubject, nameOfSubject } from "./format-subject";
import { formatAction, formatDetail, formatValue, spell } from "./words";

interface AuditTableProps {
  /** The page of the entry's subject. Null: it has none. */
  readonly hrefOf: (entry: AuditEntry) => string | null;
  readonly onActor?: ((actor: string) => void) | undefined;
  /** Entries belong to several tenants, so each is named. */
  readonly hasTenants?: boolean;
}

const TENANT: Column<AuditEntry> = {
  id: "tenant",
  minWidth: 130,
  isText: true,
  header: "Tenant",
  cell: ({ tenantTitle }) => tenantTitle,
};

function columnsOf({ hrefOf, onActor, hasTenants = false }: AuditTableProps): readonly Column<AuditEntry>[] {
  return [
    { id: "when", minWidth: 188, header: "When", sortBy: TIME, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: "who",
      minWidth: 150,
      isText: true,
      header: "Who",
      sortBy: "who",
      cell: (entry) => <Actor entry={entry} onActor={onActor} />,
    },
    {
      id: "what",
      minWidth: 170,
      isText: true,
      header: "What",
      sortBy: "what",
      cell: ({ action }) => <span className="font-medium">{formatAction(action)}</span>,
    },
    {
      id: "subject",
      minWidth: 150,
      isText: true,
      header: "On",
      cell: (entry) => <Subject entry={entry} href={hrefOf(entry)} />,
    },
    ...(hasTenants ? [TENANT] : []),
    {
      id: "actions",
      minWidth: 104,
      header: "Actions",
      isHeaderHidden: true,
      isNumeric: true,
      cell: (entry) => <AuditDetails entry={entry} />,
    },
  ];
}

export function auditTable(props: AuditTableProps) {
  const { onActor, hasTenants = false } = props;
  return {
    label: "Audit log",
    grid: { peek: (entry: AuditEntry) => <AuditFacts entry={entry} /> },
    columns: columnsOf(props),
    listRow: (entry: AuditEntry) => (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0 text-14 font-medium">{formatAction(entry.action)}</span>
          <AuditDetails entry={entry} />
        </div>
        <div className="flex flex-wrap items-center gap-x-2 text-13 wrap-anywhere text-muted">
          <Actor entry={entry} onActor={onActor} />
          {hasTenants && entry.tenantTitle ? <span>{entry.tenantTitle}</span> : null}
          <Time at={entry.createdAt} />
        </div>
      </div>
    ),
  };
}

export function AuditTable({ entries, ...props }: AuditTableProps & { readonly entries: readonly AuditEntry[] }) {
  const { grid: _, ...table } = auditTable(props);
  return <DataTable {...table} rows={entries} keyOf={({ id }) => id} />;
}

function Actor({ entry: { actor }, onActor }: { readonly entry: AuditEntry } & Pick<AuditTableProps, "onActor">) {
  if (!onActor) return actor;
  return (
    <PlainButton
      title={`Show only what ${actor} did`}
      onClick={() => onActor(actor)}
      className="-mx-1 max-w-full truncate rounded-4 px-1 text-left text-13 hover:bg-hover hover:underline lg:text-14"
    >
      {actor}
    </PlainButton>
  );
}

function Subject({ entry, href }: { readonly entry: AuditEntry; readonly href: string | null }) {
  const isNamed = nameOfSubject(entry) !== null;
  const said = formatSubject(entry);
  if (!href) {
    return isNamed ? (
      said
    ) : (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {said} <CopyId id={entry.subjectId} />
      </span>
    );
  }
  return (
    <Link href={href} className="block truncate hover:underline">
      {said}
      {isNamed ? null : (
        <span translate="no" className="font-mono text-13 text-muted">
          {" "}
          {shortId(entry.subjectId)}
        </span>
      )}
    </Link>
  );
}

const RECORD_ID = /^[0-9A-Za-z]{17}$/;

const isMember = (name: string) => name === "member" || name === "memberId";

function AuditDetails({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false);
  const title = formatAction(entry.action);
  return (
    <>
      <Button size="small" look="quiet" aria-label={`Details: ${title}`} onClick={() => setOpen(true)}>
        Details
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
        <DialogBody>
          <AuditFacts entry={entry} />
        </DialogBody>
      </Dialog>
    </>
  );
}

function AuditFacts({ entry }: { readonly entry: AuditEntry }) {
  return (
    <Facts>
      <Fact label="When">
        <Time at={entry.createdAt} />
      </Fact>
      <Fact label="Who">
        <span className="break-words">{entry.actor}</span>
      </Fact>
      {entry.tenantTitle ? <Fact label="Tenant">{entry.tenantTitle}</Fact> : null}
      <Fact label="On">
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <span className="break-words">{formatSubject(entry)}</span> <CopyId id={entry.subjectId} />
        </span>
      </Fact>
      {entry.details.map(({ name, value }) => (
        <Fact key={name} label={formatDetail(name)}>
          {RECORD_ID.test(value) ? (
            <span className="inline-flex flex-wrap items-center gap-x-2">
              {isMember(name) ? <span className="break-words">{entry.memberName}</span> : null} <CopyId id={value} />
            </span>
          ) : (
            <span className="break-words">{formatValue(value)}</span>
          )}
        </Fact>
      ))}
      <Fact label="Environment">{entry.environment ? spell(entry.environment) : "Live and test"}</Fact>
      <Fact label="Request">
        <CopyId id={entry.requestId} />
      </Fact>
      <Fact label="Action">
        <span translate="no" className="font-mono text-13">
          {entry.action}
        </span>
      </Fact>
    </Facts>
  );
}
