"use client";

import { useMutation } from "@tanstack/react-query";
import { Snowflake, Sun } from "lucide-react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import type { Card } from "@/server/trpc/types";
import { useCardName } from "./card-look";

/** Freezes or unfreezes a card without a confirmation, since either can be undone. */
export function useFreeze(cardId: string) {
  const trpc = useTRPC();
  const name = useCardName(cardId);
  const onError = (error: unknown) => void toast.error(messageOf(error));
  const unfreeze = useMutation(
    trpc.wallet.cards.unfreeze.mutationOptions({
      onSuccess: async () => {
        toast.success(`${name} works again`);
      },
      onError,
    }),
  );
  const freeze = useMutation(
    trpc.wallet.cards.freeze.mutationOptions({
      onSuccess: async () => {
        toast.success(`${name} is frozen`, {
          action: { label: "Undo", onClick: () => unfreeze.mutate({ id: cardId }) },
        });
      },
      onError,
    }),
  );
  return {
    isBusy: freeze.isPending || unfreeze.isPending,
    freeze: () => freeze.mutate({ id: cardId }),
    unfreeze: () => unfreeze.mutate({ id: cardId }),
  };
}

/** The same button for both states, so that it keeps the focus. */
export function FreezeButton({ card, isLarge = false }: { readonly card: Card; readonly isLarge?: boolean }) {
  const { isBusy, freeze, unfreeze } = useFreeze(card.id);
  const isFrozen = card.frozenBy === "member";
  const Icon = isFrozen ? Sun : Snowflake;
  return (
    <Button
      look={isFrozen ? "primary" : "secondary"}
      {...(isLarge ? { size: "large" as const, isWide: true } : {})}
      isBusy={isBusy}
      onClick={isFrozen ? unfreeze : freeze}
    >
      {isBusy ? null : <Icon aria-hidden className="size-4" />}
      {isFrozen ? "Unfreeze card" : "Freeze card"}
    </Button>
  );
}
