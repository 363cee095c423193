import type { RunQueue } from "@/server/domain/run-queue";
import { untilIdle, type Work } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";

interface Runs<Due> {
  readonly work: Work;
  readonly bind: (queue: RunQueue<Due> | null) => void;
  readonly handOver: (input: { readonly now: Date }) => Promise<unknown>;
}

/** Collects everything due instead of handing it to an engine. Returns the runs that an engine would start. */
export async function handOverToNone<Due>({ work, bind, handOver }: Runs<Due>): Promise<Due[]> {
  const begun: Due[] = [];
  bind(async (due) => {
    begun.push(...due);
  });
  await handOver({ now: now() });
  // Binding also starts a look of its own, which may find something first.
  await untilIdle(work);
  bind(null);
  return begun;
}
