"use client";

import type { ComponentProps, ReactNode } from "react";
import { Money } from "@/components/shared/money/money";
import { Callout } from "@/components/ui/feedback/callout";
import { Dialog, DialogBody } from "@/components/ui/feedback/dialog";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { CopyId } from "@/components/ui/values/copy-id";
import type { Leaving } from "@/server/trpc/types";
import { EraseForm, type Erasing } from "./erase-form";

interface Preview {
  readonly data: Leaving | undefined;
  readonly error: ComponentProps<typeof Failure>["error"] | null;
  readonly refetch: () => Promise<unknown>;
}

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly action: string;
  /** Refetched each time the dialog opens, so that the user confirms current facts. */
  readonly preview: Preview;
  readonly word: string;
  readonly hasSecondFactor: boolean;
  /** Rejects with the server's error. */
  readonly onErase: (input: Erasing) => Promise<void>;
}

/**
 * Lists what will be deleted and what is kept, then asks for proof of identity. If something blocks the deletion, says what.
 */
export function EraseDialog({ isOpen, onClose, title, ...rest }: EraseDialogProps) {
  const isBlocked = rest.preview.data !== undefined && rest.preview.data.obstacles.length > 0;
  const purpose = isBlocked ? {} : { purpose: "This can’t be undone." };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} {...purpose}>
      <Content {...rest} />
    </Dialog>
  );
}

function Content({ preview, ...form }: Omit<EraseDialogProps, "isOpen" | "onClose" | "title">) {
  if (preview.data === undefined && preview.error) {
    return (
      <DialogBody>
        <Failure what="What would be deleted" error={preview.error} onRetry={() => void preview.refetch()} />
      </DialogBody>
    );
  }
  if (preview.data === undefined) {
    return (
      <DialogBody>
        <div role="status" aria-label="Loading" className="flex flex-col gap-4">
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      </DialogBody>
    );
  }
  const { obstacles } = preview.data;
  if (obstacles.length > 0) {
    return (
      <DialogBody>
        <Callout tone="warn" title="Can’t be deleted now">
          <ul className="flex flex-col gap-1">
            {obstacles.map((obstacle) => (
              <li key={obstacle} className="wrap-anywhere">
                {obstacle}
              </li>
            ))}
          </ul>
        </Callout>
      </DialogBody>
    );
  }
  return (
    <EraseForm {...form} agreed={preview.data.agreed} onChanged={() => void preview.refetch()}>
      <LeavingFacts leaving={preview.data} />
    </EraseForm>
  );
}

/** `1 card`, `2 cards`; empty for 0. */
function some(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(parts);
}

function LeavingFacts({ leaving }: { readonly leaving: Leaving }) {
  const { wallets, left, places, openAgreements, activeCodes, openCards } = leaving;
  const ending = [
    ...some(openCards, "card"),
    ...some(openAgreements, "agreement"),
    ...some(activeCodes, "payment code"),
  ];
  return (
    <div className="flex flex-col gap-4">
      <Group title="Deleted">
        <li>Name, email, password, second factor, and signed-in devices</li>
        <li>Notifications, notes, and the descriptions and metadata of payments</li>
        {wallets.map(({ id, name, tenantTitle, environment }) => (
          <li key={id}>
            The {environment} wallet of {name} at {tenantTitle}
          </li>
        ))}
        {ending.length > 0 ? (
          <li>
            {listed(ending)} {openCards + openAgreements + activeCodes === 1 ? "stops" : "stop"} working immediately
          </li>
        ) : null}
        {places.length > 0 ? <li>Access to {listed(places)}</li> : null}
      </Group>
      <Group title="Kept">
        <li>
          {wallets.length > 0 ? "Payments, with their amounts, times, and merchants, and the" : "The"} audit log, under
          an ID instead of a name
        </li>
        {left.map(({ id, currency, posted, held }) => (
          <li key={id}>
            <Money amount={posted} currency={currency} /> in account <CopyId id={id} />, which no one can spend
            {held > 0 ? (
              <>
                ; merchants can still capture the <Money amount={held} currency={currency} /> they hold
              </>
            ) : null}
          </li>
        ))}
        <li>Emails, receipts, and webhooks that were already sent</li>
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="text-14 font-medium">{title}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-14 text-muted marker:text-muted">{children}</ul>
    </section>
  );
}
