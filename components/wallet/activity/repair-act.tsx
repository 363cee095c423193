"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { LinkButton } from "@/components/ui/forms/link-button";
import type { TransactionDetail } from "@/server/trpc/types";
import { FreezeButton } from "../cards/freeze";

interface RepairActProps {
  readonly transaction: TransactionDetail;
  readonly repair: NonNullable<TransactionDetail["decline"]>["repair"];
}

export function RepairAct({ transaction: { cardId, agreementId }, repair }: RepairActProps) {
  switch (repair) {
    case "unfreeze":
      return cardId ? <Unfreeze cardId={cardId} /> : null;
    case "limits":
      return cardId ? <LinkButton href={`/wallet/cards/${cardId}`}>Change your limits</LinkButton> : null;
    case "code":
      return <LinkButton href="/wallet/codes">Create a code with a higher cap</LinkButton>;
    case "agreement":
      return agreementId ? (
        <LinkButton href={`/wallet/agreements/${agreementId}`}>See what you allowed</LinkButton>
      ) : null;
    case null:
      return null;
  }
}

/** Only if the member froze the card; the issuer's freeze can't be lifted here. */
function Unfreeze({ cardId }: { readonly cardId: string }) {
  const trpc = useTRPC();
  const cards = useQuery(trpc.wallet.cards.list.queryOptions());
  const card = cards.data?.find(({ id }) => id === cardId);
  return card?.frozenBy === "member" ? <FreezeButton card={card} /> : null;
}
