"use client";

import { Mail } from "lucide-react";
import { Empty } from "@/components/ui/feedback/states";
import { Brand } from "@/components/ui/layout/brand";
import { Marked } from "@/components/ui/values/marked";
import { Time } from "@/components/ui/values/time";

interface Email {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: string;
}

/** Only a URL alone on its line: within a sentence, a period may follow it. */
const ADDRESS = /^(https?:\/\/\S+)$/m;

export function Outbox({ emails }: { readonly emails: readonly Email[] }) {
  return (
    <main className="mx-auto w-full max-w-[45rem] px-4 pt-10 pb-16">
      <Brand />
      <h1 className="mt-8 text-28">Outbox</h1>
      <p className="mt-1 mb-6 text-14 text-muted">
        No mail server is configured, so emails stay here. Only this machine can see them.
      </p>
      {emails.length === 0 ? (
        <Empty icon={Mail} title="No emails yet">
          Invitations, password links, and notifications appear here.
        </Empty>
      ) : (
        <ul className="divide-y divide-line rounded-8 border border-line">
          {emails.map(({ id, recipient, subject, text, createdAt }) => (
            <li key={id} className="px-4 py-4">
              <div className="flex items-baseline justify-between gap-4">
                <h2 className="min-w-0 text-16 wrap-anywhere">{subject}</h2>
                <span className="shrink-0 text-13 text-muted">
                  <Time at={createdAt} as="relative" />
                </span>
              </div>
              <p className="text-13 break-all text-muted">To {recipient}</p>
              <p className="mt-3 text-14 wrap-anywhere whitespace-pre-line">
                <Marked text={text} pattern={ADDRESS}>
                  {(address) => (
                    <a href={address} rel="noreferrer" className="text-accent underline underline-offset-4">
                      {address}
                    </a>
                  )}
                </Marked>
              </p>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
