"use client";

import { useState } from "react";
import { Dialog, DialogBody } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { AuditEntry } from "@/server/trpc/types";
import { saySubject } from "./say-subject";
import { sayAction, sayDetail, sayValue, spell } from "./words";

const RECORD_ID = /^[0-9A-Za-z]{17}$/;

const isMember = (name: string) => name === "member" || name === "memberId";

export function AuditDetails({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false);
  const title = sayAction(entry.action);
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

export function AuditFacts({ entry }: { readonly entry: AuditEntry }) {
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
          <span className="break-words">{saySubject(entry)}</span> <CopyId id={entry.subjectId} />
        </span>
      </Fact>
      {entry.details.map(({ name, value }) => (
        <Fact key={name} label={sayDetail(name)}>
          {RECORD_ID.test(value) ? (
            <span className="inline-flex flex-wrap items-center gap-x-2">
              {isMember(name) ? <span className="break-words">{entry.memberName}</span> : null} <CopyId id={value} />
            </span>
          ) : (
            <span className="break-words">{sayValue(value)}</span>
          )}
        </Fact>
      ))}
      <Fact label="Environment">{entry.environment ? spell(entry.environment) : "Live and test"}</Fact>
      <Fact label="Request">
        <CopyId id={entry.requestId} />
      </Fact>
      <Fact label="Action">
        <span className="font-mono text-13">{entry.action}</span>
      </Fact>
    </Facts>
  );
}
