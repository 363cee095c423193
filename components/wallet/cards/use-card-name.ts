import { useQuery } from "@tanstack/react-query";
import { nameCard } from "@/components/shared/cards/name-card";
import { useTRPC } from "@/components/trpc/client";

/** What the member calls one of their cards, wherever only its id is known. */
export function useCardName(id: string | null): string {
  const trpc = useTRPC();
  const cards = useQuery({ ...trpc.wallet.cards.list.queryOptions(), enabled: id !== null });
  return cards.data?.find((card) => card.id === id)?.name ?? nameCard(id ?? "");
}
