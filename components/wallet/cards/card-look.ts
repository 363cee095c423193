import { useQuery } from "@tanstack/react-query";
import { nameCard } from "@/components/shared/cards/name-card";
import { useTRPC } from "@/components/trpc/client";
import type { CardTint } from "@/server/contracts/portal/wallet/card-tints";
import type { Card } from "@/server/trpc/types";

export function callCard({ id, name }: Pick<Card, "id" | "name">): string {
  return name ?? nameCard(id);
}

export function useCardName(id: string | null): string {
  const trpc = useTRPC();
  const cards = useQuery({ ...trpc.wallet.cards.list.queryOptions(), enabled: id !== null });
  return cards.data?.find((card) => card.id === id)?.name ?? nameCard(id ?? "");
}

const TINTS: Readonly<Record<CardTint, string>> = {
  teal: "border-card-teal bg-card-teal text-white",
  green: "border-card-green bg-card-green text-white",
  plum: "border-card-plum bg-card-plum text-white",
  rust: "border-card-rust bg-card-rust text-white",
  slate: "border-card-slate bg-card-slate text-white",
};

export function tintClass(tint: CardTint | null): string {
  return tint === null ? "border-button bg-button text-white" : TINTS[tint];
}
