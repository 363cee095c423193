import { getPrisma } from "@/server/db/prisma";
import type { RecordId } from "@/server/platform/ids";
import type { NetworkCaller } from "../caller";

/**
 * Freezes, unfreezes or closes a card. Moves `rulesVersion` on, so that an authorization decided before this change and
 * not yet written is decided again.
 */
export async function setCardStatus(
  caller: NetworkCaller,
  input: { readonly cardId: RecordId; readonly status: "active" | "frozen" | "closed" },
): Promise<void> {
  const changed = await getPrisma().card.updateMany({
    where: { id: input.cardId, environment: caller.environment, status: { not: "closed" } },
    data: { status: input.status, rulesVersion: { increment: 1 } },
  });
  if (changed.count === 0) throw new Error("no such open card");
}
