import type { OperatorCaller } from "../caller";
import { invalidField } from "../errors";
import { toPage } from "../page";
import type { SortedInput, SortedPage } from "../sorted-page";
import { countOverdueDeliveries } from "../webhooks";
import { type EngineFunction, type EngineQueue, type EngineRun, findEngineAdmin, type RunFilter } from "./ports";

export interface EngineState {
  /** Null: an Inngest elsewhere runs the functions, and has pages of its own. */
  readonly embedded: { readonly functions: readonly EngineFunction[]; readonly queue: EngineQueue } | null;
  /** Webhook deliveries more than a minute behind, counted to 1,000. */
  readonly overdueDeliveries: number;
}

/** The state of background work, for both environments. */
export async function getEngine(caller: OperatorCaller): Promise<EngineState> {
  const admin = findEngineAdmin();
  const [overdueDeliveries, functions, queue] = await Promise.all([
    countOverdueDeliveries(caller),
    admin?.listFunctions(),
    admin?.countQueue(),
  ]);
  return { embedded: functions && queue ? { functions, queue } : null, overdueDeliveries };
}

/** Runs, newest or oldest first; with the first page, how many. None where an Inngest elsewhere has them. */
export async function listEngineRuns(
  _caller: OperatorCaller,
  { state, functionId, only, sort, cursor, limit }: RunFilter & Omit<SortedInput<never>, "now">,
): Promise<SortedPage<EngineRun>> {
  if (cursor && "asOf" in cursor) throw invalidField("cursor", "is of a list in another order");
  const admin = findEngineAdmin();
  if (!admin) return { items: [], next: null, isPart: false, total: null };
  const filter = { state, functionId, only };
  const isOldestFirst = sort !== null && !sort.isDescending;
  const [runs, total] = await Promise.all([
    admin.listRuns({ ...filter, isOldestFirst, after: cursor?.id, limit: limit + 1 }),
    cursor === null && !only ? admin.countRuns(filter) : null,
  ]);
  return { ...toPage(runs, limit, (run) => run), isPart: false, total };
}
