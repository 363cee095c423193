"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, Eye, Snowflake, Sun } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatLimits } from "@/components/shared/cards/format-limits";
import { endOfCard, nameCard } from "@/components/shared/cards/name-card";
import { usePlace } from "@/components/shared/console/use-place";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { ShowOnce } from "@/components/ui/feedback/show-once";
import { toast } from "@/components/ui/feedback/toast";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { ActionsMenu } from "@/components/ui/layout/actions-menu";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { CopyId } from "@/components/ui/values/copy-id";
import { useLocale } from "@/components/ui/values/locale";
import { Day } from "@/components/ui/values/time";
import type { MemberDetail } from "@/server/trpc/types";
import { useSetUp } from "../shell/live-gate";
import { useTenant } from "../shell/use-tenant";
import { IssueCard } from "./issue-card";

type Card = MemberDetail["cardsOf"][number];

const DONE = { active: "Card unfrozen", frozen: "Card frozen", closed: "Card closed" } as const;

/** The member's cards. Tokens are hidden until they are revealed, except for the sandbox's documented cards. */
export function MemberCards({ member }: { readonly member: MemberDetail }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { may } = useTenant();
  const canIssue = useSetUp("manage_members") && !member.isShared && member.accounts.length > 0;
  const [closing, setClosing] = useState<Card | null>(null);
  const set = useMutation(
    trpc.tenant.members.setCardStatus.mutationOptions({
      onSuccess: (_, { status }) => {
        toast.success(DONE[status]);
        setClosing(null);
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const { reveal, dialog } = useRevealCard();
  const menuOf = (card: Card) => {
    if (member.isShared || card.status === "closed" || !may("manage_members")) return null;
    const turn = (status: "active" | "frozen") => () => set.mutate({ ...place, id: card.id, status });
    // Only the member can undo the member's own freeze.
    const freeze =
      card.frozenBy === "issuer"
        ? { label: "Unfreeze", icon: Sun, onSelect: turn("active") }
        : { label: "Freeze", icon: Snowflake, onSelect: turn("frozen") };
    const close = { label: "Close", icon: Ban, isDanger: true, onSelect: () => setClosing(card) };
    const show = { label: "Reveal token", icon: Eye, onSelect: () => void reveal(card.id) };
    return <ActionsMenu label={`Actions for ${nameCard(card.id)}`} actions={[show, freeze, close]} />;
  };
  const columns: Column<Card>[] = [
    { id: "card", minWidth: 140, header: "Card", cell: (card) => <Name {...card} /> },
    { id: "currency", minWidth: 80, header: "Account", cell: ({ currency }) => currency },
    { id: "rules", minWidth: 130, header: "Limits", cell: (card) => <Rules {...card} /> },
    { id: "expires", minWidth: 112, header: "Until", cell: ({ expiresOn }) => <Day day={expiresOn} as="utc" /> },
    { id: "status", minWidth: 104, header: "Status", cell: (card) => <StatusBadge status={card.status} /> },
    { id: "actions", minWidth: 60, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: menuOf },
  ];
  return (
    <section>
      <SectionHead title="Cards">{canIssue ? <IssueCard accounts={member.accounts} /> : null}</SectionHead>
      {member.cardsOf.length === 0 ? (
        <NothingYet>No card yet.</NothingYet>
      ) : (
        <DataTable
          label="Cards"
          columns={columns}
          rows={member.cardsOf}
          keyOf={({ id }) => id}
          listRow={(card) => (
            <span className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                <Name {...card} />
                <span className="block text-13 text-muted">
                  {card.currency} · <Rules {...card} />
                </span>
              </span>
              <StatusBadge status={card.status} />
              {menuOf(card)}
            </span>
          )}
        />
      )}
      {dialog}
      <TypedConfirm
        isOpen={closing !== null}
        onClose={() => setClosing(null)}
        title={closing ? `Close ${nameCard(closing.id)}?` : "Close this card?"}
        word={closing ? endOfCard(closing.id) : ""}
        action="Close card"
        isBusy={set.isPending}
        onConfirm={() => (closing ? set.mutate({ ...place, id: closing.id, status: "closed" }) : undefined)}
      >
        Every payment with it is declined from now on, and it can’t be reopened. Open holds can still be captured.
      </TypedConfirm>
    </section>
  );
}

function Name({ id, panToken }: Card) {
  return (
    <span className="flex flex-col items-start text-14">
      <span className="font-medium whitespace-nowrap">{nameCard(id)}</span>
      {panToken ? <CopyId id={panToken} /> : null}
    </span>
  );
}

function Rules(card: Card) {
  return describeRules(card, useLocale());
}

/** A card's limits in one line: `$50.00 a payment, 3 payments a day`. */
function describeRules(card: Card, locale: string): string {
  const { allowedCategories, alwaysDeclinesWith } = card;
  if (alwaysDeclinesWith !== null) return `Test card: always declines with ${alwaysDeclinesWith}`;
  const limits = formatLimits(
    card,
    locale,
    allowedCategories.length === 0 ? [] : [`only ${allowedCategories.join(", ")}`],
  );
  return card.status === "frozen" && card.frozenBy === "member" ? `${limits} · frozen by the member` : limits;
}

/** Reveals a card's token, which is audited. Closing the dialog forgets it. */
function useRevealCard(): { readonly reveal: (id: string) => void; readonly dialog: ReactNode } {
  const trpc = useTRPC();
  const place = usePlace();
  const { mutate, data, variables, reset } = useMutation(
    trpc.tenant.members.revealCard.mutationOptions({ onError: (error) => toast.error(messageOf(error)) }),
  );
  const dialog = (
    <ShowOnce
      title={data && variables ? `Token of ${nameCard(variables.id)}` : "Token"}
      values={data ? [{ label: "panToken", value: data.panToken }] : null}
      storedLabel="I have stored it."
      onDone={reset}
    >
      Anyone with it can spend from the member’s account, within the card’s limits. The audit log says that you revealed
      it.
    </ShowOnce>
  );
  return { reveal: (id) => mutate({ ...place, id }), dialog };
}
