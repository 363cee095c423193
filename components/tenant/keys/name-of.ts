import type { ListedKey } from "@/server/trpc/types";

export function nameOf({ label, publicKey, isShared }: ListedKey): string {
  return label ?? (isShared ? "Shared sandbox key" : publicKey);
}
