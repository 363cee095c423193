import type { Account } from "@/server/trpc/types";

const SHOWN = 4;

/** `USD account ··0001`: how a person distinguishes accounts. */
export function nameAccount({ id, currency }: Pick<Account, "id" | "currency">): string {
  return `${currency} account ··${id.slice(-SHOWN)}`;
}
