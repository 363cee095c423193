"use client";

import { Search, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useReturningFocus } from "@/components/ui/feedback/use-returning-focus";
import { Button } from "@/components/ui/forms/button";
import { SentTexts } from "@/components/ui/forms/sent-texts";
import { SendTestPayment } from "../shell/send-test-payment";
import { WorkbenchFindings } from "./workbench-findings";

interface WorkbenchDrawerProps {
  readonly text: string | null;
  readonly onShow: (text: string | null) => void;
}

export function WorkbenchDrawer({ text, onShow }: WorkbenchDrawerProps) {
  const focus = useReturningFocus();
  const input = useRef<HTMLInputElement>(null);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const asked = input.current?.value.trim() ?? "";
    texts.send(asked);
    onShow(asked);
  };
  const shown = text ?? "";
  const [texts] = useState(() => new SentTexts(shown));
  useEffect(() => {
    if (input.current && texts.isNews(shown)) input.current.value = shown;
  }, [shown, texts]);
  return (
    <Dialog.Root open={text !== null} onOpenChange={(isOpen) => (isOpen ? undefined : onShow(null))}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            event.preventDefault();
            input.current?.focus();
            input.current?.select();
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-full animate-fade flex-col bg-page shadow-float outline-none sm:max-w-[42.5rem] sm:border-l sm:border-line"
        >
          <header className="flex items-start gap-4 px-4 pt-4 pb-3 sm:px-6">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-20">Workbench</Dialog.Title>
              <Dialog.Description className="mt-0.5 text-14 text-muted">
                What happened to a payment, a request, or a key.
              </Dialog.Description>
            </div>
            <Dialog.Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-11 place-items-center rounded-8 text-muted hover:bg-hover"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </header>
          <form onSubmit={search} className="flex gap-2 border-b border-line px-4 pb-4 sm:px-6">
            <div className="relative min-w-0 flex-1">
              <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" />
              <input
                ref={input}
                type="search"
                aria-label="Authorization ID, request ID, or Idempotency-Key"
                placeholder="Authorization ID, request ID, or Idempotency-Key"
                maxLength={128}
                defaultValue={text ?? ""}
                className="h-11 w-full rounded-8 border border-line-strong bg-page pr-3 pl-9 font-mono text-16 placeholder:font-sans placeholder:text-muted sm:text-14"
              />
            </div>
            <Button type="submit">Look up</Button>
          </form>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6">
            {text ? <WorkbenchFindings text={text} onShow={onShow} /> : <Nothing onShow={onShow} />}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Nothing({ onShow }: Pick<WorkbenchDrawerProps, "onShow">) {
  return (
    <div className="flex flex-col items-start gap-4 text-14 text-muted">
      <p>
        Paste an authorization ID, the X-Request-Id of a response, or the Idempotency-Key that you sent. You see every
        request, the decision, the ledger entries, and the webhooks in one place.
      </p>
      <SendTestPayment onPaid={onShow} />
    </div>
  );
}
