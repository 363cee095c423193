import type { RunQueue } from "@/server/domain/run-queue";
import { untilIdle, type Work } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";

interface Runs<Due> {
  readonly work: Work;
  readonly bind: (queue: RunQueue<Due> | null) => void;
  readonly handOver: (input: { readonly now: Date }) => Promise<unknown>;
}

/** Hands all that is due over to no engine. Returns the runs that an engine would begin. */
export async function handOverToNone<Due>({ work, bind, handOver }: Runs<Due>): Promise<Due[]> {
  const begun: Due[] = [];
  bind(async (due) => {
    begun.push(...due);
  });
  await handOver({ now: now() });
  // Binding begins a look of its own, which may have been first to find something.
  await untilIdle(work);
  bind(null);
  return begun;
}
