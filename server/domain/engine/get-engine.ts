import type { OperatorCaller } from "../caller";
import { type Page, type PageInput, toPage } from "../page";
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

/** Runs, newest first. None where an Inngest elsewhere has them. */
export async function listEngineRuns(
  _caller: OperatorCaller,
  { state, cursor, limit }: PageInput & { readonly state: RunState },
): Promise<Page<EngineRun>> {
  const runs = await findEngineAdmin()?.listRuns({ state, ...(cursor ? { before: cursor.id } : {}), limit: limit + 1 });
  return toPage(runs ?? [], limit, (run) => run);
}
