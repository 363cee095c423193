import type { OperatorCaller } from "../caller";
import type { ListPage, Order } from "../list";
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

/** Nulls mean all. */
interface RunsFilter {
  readonly state: RunFilter["state"] | null;
  readonly function: RunFilter["functionId"];
}

/** Empty if an external Inngest runs the functions. */
export const engineRunList =
  (_caller: OperatorCaller, { state, function: functionId }: RunsFilter) =>
  async ({ only, sort, startingAfter, limit }: Order<never>): Promise<ListPage<EngineRun>> => {
    const admin = findEngineAdmin();
    if (!admin) return { items: [], hasMore: false, next: null, isPart: false, total: null };
    const filter = { state: state ?? "all", functionId, only };
    const isOldestFirst = sort !== null && !sort.isDescending;
    const [runs, total] = await Promise.all([
      admin.listRuns({ ...filter, isOldestFirst, after: startingAfter ?? undefined, limit: limit + 1 }),
      startingAfter === null && !only ? admin.countRuns(filter) : null,
    ]);
    const items = runs.slice(0, limit);
    const hasMore = runs.length > limit;
    return { items, hasMore, next: hasMore ? (items.at(-1)?.id ?? null) : null, isPart: false, total };
  };
