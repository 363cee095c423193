import type { ListedKey } from "@/server/trpc/types";

/** The key's label, or a default. */
export function nameOf({ label, publicKey, isShared }: ListedKey): string {
  return label ?? (isShared ? "Shared sandbox key" : publicKey);
}
