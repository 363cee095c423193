"use client";

import Link from "next/link";
import { useState } from "react";
import type { AuditEntry } from "@/server/trpc/types";
import { pathOf, usePlace } from "../console/use-place";
import { Button } from "../ui/button";
import { CopyId } from "../ui/copy-id";
import { Dialog, DialogBody } from "../ui/dialog";
import { Fact, Facts } from "../ui/facts";
import { Time } from "../ui/time";
import { pageOfSubject, sayAction } from "./actions";

/** What it was done to: its name where the record has one, else its id. */
export function Subject({ entry }: { readonly entry: AuditEntry }) {
  const place = usePlace();
  const page = pageOfSubject(entry);
  const named = entry.details.find(({ name, value }) => ["label", "name", "email"].includes(name) && value !== "none");
  if (!page) return <CopyId id={entry.subjectId} />;
  return (
    <Link href={pathOf(place, page)} className="block max-w-52 truncate hover:underline">
      {named?.value ?? <span className="font-mono text-13">{entry.subjectId}</span>}
    </Link>
  );
}

/** Everything the record says, a click away. */
export function Details({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        look="quiet"
        aria-label={`Details: ${sayAction(entry.action)}`}
        onClick={() => setOpen(true)}
      >
        Details
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={sayAction(entry.action)}>
        <DialogBody>
          <Facts>
            <Fact label="When">
              <Time at={entry.createdAt} />
            </Fact>
            <Fact label="Who">
              <span className="break-words">{entry.actor}</span>
            </Fact>
            <Fact label="On">
              <span className="inline-flex items-center gap-2">
                {entry.subjectKind.replace(/_/g, " ")} <CopyId id={entry.subjectId} />
              </span>
            </Fact>
            {entry.details.map(({ name, value }) => (
              <Fact key={name} label={spell(name)}>
                <span className="break-words">{value}</span>
              </Fact>
            ))}
            <Fact label="Environment">{entry.environment ?? "Both"}</Fact>
            <Fact label="Request">
              <CopyId id={entry.requestId} />
            </Fact>
            <Fact label="Action">
              <span className="font-mono text-13">{entry.action}</span>
            </Fact>
          </Facts>
        </DialogBody>
      </Dialog>
    </>
  );
}

/** `requireSignature`: Require signature. */
function spell(name: string): string {
  const words = name.replace(/_/g, " ").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
