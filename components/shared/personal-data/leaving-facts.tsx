"use client";

import type { ReactNode } from "react";
import { Money } from "@/components/shared/money/money";
import { CopyId } from "@/components/ui/values/copy-id";
import type { Leaving } from "@/server/trpc/types";

/** `1 card`, `2 cards`; empty for 0. */
function some(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(parts);
}

export function LeavingFacts({ leaving }: { readonly leaving: Leaving }) {
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
