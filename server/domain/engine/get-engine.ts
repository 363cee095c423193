import type { OperatorCaller } from "../caller";
import { invalidField } from "../errors";
import { toPage } from "../page";
import type { SortedInput, SortedPage } from "../sorted-page";
import { countOverdueDeliveries } from "../webhooks";
import { type EngineFunction, type EngineQueue, type EngineRun, findEngineAdmin, type RunFilter } from "./ports";

export interface EngineState {
  /** Null if an external Inngest runs the functions; it has pages of its own. */
  readonly embedded: { readonly functions: readonly EngineFunction[]; readonly queue: EngineQueue } | null;
  /** Webhook deliveries more than a minute late, capped at 1,000. */
  readonly overdueDeliveries: number;
}

export async function getEngine(caller: OperatorCaller): Promise<EngineState> {
  const admin = findEngineAdmin();
  const [overdueDeliveries, functions, queue] = await Promise.all([
    countOverdueDeliveries(caller),
    admin?.listFunctions(),
    admin?.countQueue(),
  ]);
  return { embedded: functions && queue ? { functions, queue } : null, overdueDeliveries };
}

/** A state of null means all. */
interface ListInput extends Omit<RunFilter, "state" | "only">, Omit<SortedInput<never>, "now"> {
  readonly state: RunFilter["state"] | null;
}

/** The first page has the total. Empty if an external Inngest runs the functions. */
export async function listEngineRuns(
  _caller: OperatorCaller,
  { state, functionId, only, sort, cursor, limit }: ListInput,
): Promise<SortedPage<EngineRun>> {
  if (cursor && "asOf" in cursor) throw invalidField("cursor", "is of a list in another order");
  const admin = findEngineAdmin();
  if (!admin) return { items: [], next: null, isPart: false, total: null };
  const filter = { state: state ?? "all", functionId, only };
  const isOldestFirst = sort !== null && !sort.isDescending;
  const [runs, total] = await Promise.all([
    admin.listRuns({ ...filter, isOldestFirst, after: cursor?.id, limit: limit + 1 }),
    cursor === null && !only ? admin.countRuns(filter) : null,
  ]);
  return { ...toPage(runs, limit, (run) => run), isPart: false, total };
}
