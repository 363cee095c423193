import { nameCard } from "@/components/shared/cards/name-card";
import type { CardTint } from "@/server/contracts/portal/wallet/card-tints";
import type { Card } from "@/server/trpc/types";

/** What its member calls it, else what everyone calls it. */
export function callCard({ id, name }: Pick<Card, "id" | "name">): string {
  return name ?? nameCard(id);
}

const TINTS: Readonly<Record<CardTint, string>> = {
  teal: "border-card-teal bg-card-teal text-white",
  green: "border-card-green bg-card-green text-white",
  plum: "border-card-plum bg-card-plum text-white",
  rust: "border-card-rust bg-card-rust text-white",
  slate: "border-card-slate bg-card-slate text-white",
};

/** Its ground: of its member's choosing, else of its issuer's color. */
export function tintClass(tint: CardTint | null): string {
  return tint === null ? "border-button bg-button text-white" : TINTS[tint];
}
