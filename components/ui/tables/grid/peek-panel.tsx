"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { LinkButton } from "../../forms/link-button";

interface PeekPanelProps {
  readonly title: ReactNode;
  readonly below?: ReactNode;
  readonly href: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function PeekPanel({ title, below, href, onClose, children }: PeekPanelProps) {
  return (
    <section
      aria-label="Preview"
      className="fixed inset-y-0 right-0 z-30 w-full max-w-[30rem] overflow-y-auto border-l border-line bg-page p-4 shadow-float lg:sticky lg:inset-auto lg:top-[calc(2.75rem+var(--band))] lg:z-0 lg:max-h-[calc(100dvh-4rem-var(--band))] lg:w-[26.25rem] lg:shrink-0 lg:rounded-8 lg:border lg:shadow-none"
    >
      <header className="mb-4 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-20 wrap-anywhere">{title}</h2>
          {below ? (
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">{below}</div>
          ) : null}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {href ? (
            <LinkButton size="small" href={href}>
              Open
            </LinkButton>
          ) : null}
          <PlainButton
            aria-label="Close the preview"
            title="Esc"
            onClick={onClose}
            className="grid size-9 place-items-center rounded-8 text-muted hover:bg-hover"
          >
            <X aria-hidden className="size-4" />
          </PlainButton>
        </div>
      </header>
      {children}
    </section>
  );
}
