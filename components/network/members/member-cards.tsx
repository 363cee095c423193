"use client";

import { useState } from "react";
import { formatLimits } from "@/components/shared/cards/format-limits";
import { endOfCard, nameCard } from "@/components/shared/cards/name-card";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { Button } from "@/components/ui/forms/button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { CopyId } from "@/components/ui/values/copy-id";
import { useLocale } from "@/components/ui/values/locale";
import { Day } from "@/components/ui/values/time";
import type { MemberPage } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

type Card = MemberPage["cards"][number];
const DONE = { active: "Card unfrozen", frozen: "Card frozen", closed: "Card closed" } as const;

/** Cards are shown by id. Operators never see a card's token. */
export function MemberCards({ cards }: { readonly cards: readonly Card[] }) {
  return (
    <section>
      <SectionHead title="Cards" />
      {cards.length === 0 ? (
        <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">No card yet.</p>
      ) : (
        <ul className="divide-y divide-line rounded-8 border border-line">
          {cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CardRow({ card }: { readonly card: Card }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const { id, status, frozenBy, currency, expiresOn } = card;
  const change = useChange(trpc.network.members.setCardStatus.mutationOptions(), {
    done: (answer) => DONE[answer.status],
    after: () => setOpen(false),
  });
  const set = (next: keyof typeof DONE) => change.mutate({ ...place, id, status: next });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-14">
      <span>
        <span className="flex items-center gap-3">
          <span className="font-medium">{nameCard(id)}</span> <StatusBadge status={status} /> <CopyId id={id} />
        </span>
        <span className="mt-1 block text-13 text-muted">
          {currency} · {formatLimits(card, locale)} · until <Day day={expiresOn} as="utc" />
          {status === "frozen" && frozenBy === "member" ? " · frozen by the member" : null}
        </span>
      </span>
      {status === "closed" ? null : (
        <OwnLoginOnly>
          <span className="flex gap-2">
            <Button
              size="small"
              isBusy={change.isPending}
              onClick={() => set(frozenBy === "issuer" ? "active" : "frozen")}
            >
              {frozenBy === "issuer" ? "Unfreeze" : "Freeze"}
            </Button>
            <Button size="small" onClick={() => setOpen(true)}>
              Close
            </Button>
          </span>
        </OwnLoginOnly>
      )}
      <TypedConfirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Close ${nameCard(id)}?`}
        action="Close card"
        word={endOfCard(id)}
        isBusy={change.isPending}
        onConfirm={() => set("closed")}
      >
        Every payment with it is declined with 14, permanently. Open holds can still be captured. The account stays
        open.
      </TypedConfirm>
    </li>
  );
}
