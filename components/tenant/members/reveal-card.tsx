"use client";

import { type ReactNode, useState } from "react";
import { nameCard } from "@/components/shared/cards/name-card";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPCClient } from "@/components/trpc/client";
import { ShowOnce } from "@/components/ui/feedback/show-once";
import { toast } from "@/components/ui/feedback/toast";

interface Revealed {
  readonly id: string;
  readonly panToken: string;
}

/** Reveals a card's token, which is audited. Closing the dialog forgets it. */
export function useRevealCard(): { readonly reveal: (id: string) => Promise<void>; readonly dialog: ReactNode } {
  // Bypasses the query client: the answer is the token, which must never be cached.
  const client = useTRPCClient();
  const place = usePlace();
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const reveal = async (id: string) => {
    try {
      setRevealed({ id, ...(await client.tenant.members.revealCard.mutate({ ...place, id })) });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const dialog = (
    <ShowOnce
      title={revealed ? `Token of ${nameCard(revealed.id)}` : "Token"}
      values={revealed && [{ label: "panToken", value: revealed.panToken }]}
      storedLabel="I have stored it."
      onDone={() => setRevealed(null)}
    >
      Anyone with it can spend from the member’s account, within the card’s limits. The audit log says that you revealed
      it.
    </ShowOnce>
  );
  return { reveal, dialog };
}
