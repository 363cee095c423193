import type { ListedKey } from "@/server/trpc/types";

/** What a key is called: its label, or what it is known by. */
export function nameOf({ label, publicKey, isShared }: ListedKey): string {
  return label ?? (isShared ? "Shared sandbox key" : publicKey);
}
