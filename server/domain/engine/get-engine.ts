import type { OperatorCaller } from "../caller";
import { countOverdueDeliveries } from "../webhooks";
import { type EngineFunction, type EngineQueue, type EngineRun, findEngineAdmin, type RunState } from "./ports";

export interface EngineState {
  /** Null: an Inngest elsewhere runs the functions, and has pages of its own. */
  readonly embedded: { readonly functions: readonly EngineFunction[]; readonly queue: EngineQueue } | null;
  /** Webhook deliveries more than a minute behind, counted to 1,000. */
  readonly overdueDeliveries: number;
}

/** What runs in the background, for both environments. */
export async function getEngine(caller: OperatorCaller): Promise<EngineState> {
  const admin = findEngineAdmin();
  const [overdueDeliveries, functions, queue] = await Promise.all([
    countOverdueDeliveries(caller),
    admin?.listFunctions(),
    admin?.countQueue(),
  ]);
  return { embedded: functions && queue ? { functions, queue } : null, overdueDeliveries };
}

/** Runs, newest first; `before` is the last of the page before. None where an Inngest elsewhere has them. */
export async function listEngineRuns(
  _caller: OperatorCaller,
  input: { readonly state: RunState; readonly before: string | null; readonly limit: number },
): Promise<{ readonly items: readonly EngineRun[]; readonly next: string | null }> {
  const { state, before, limit } = input;
  const runs = await findEngineAdmin()?.listRuns({ state, ...(before ? { before } : {}), limit: limit + 1 });
  const items = runs?.slice(0, limit) ?? [];
  return { items, next: (runs?.length ?? 0) > limit ? (items.at(-1)?.id ?? null) : null };
}
