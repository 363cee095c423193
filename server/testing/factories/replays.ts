import { getPrisma } from "@/server/db/prisma";
import { advanceReplay, type ReplayTurn } from "@/server/domain/webhooks";

/** One look of the replay that runs for this subscription. */
export async function stepReplay(subscriptionId: string): Promise<ReplayTurn> {
  const { id: replayId, run } = await getPrisma().replay.findFirstOrThrow({
    where: { subscriptionId, state: "running" },
  });
  return advanceReplay({ replayId, run }, { stepMs: 0 });
}

export async function finishReplay(subscriptionId: string): Promise<void> {
  while ((await stepReplay(subscriptionId)).isMore);
}
