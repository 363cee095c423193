import type { Registry } from "./registry";

/**
 * Calls in flight of all functions that have no lane of their own. It bounds what a crash repeats, and leaves the pool
 * to the app.
 */
const SHARED_SLOTS = 64;

/** Functions that share slots, by id, and how many of these are free. */
export interface Lane {
  readonly functionIds: readonly string[];
  readonly room: number;
}

/**
 * The lanes that have room. A function with slots of its own leaves those of the others alone, however long its calls take.
 */
export function openLanes(
  registry: Registry,
  ownSlots: ReadonlyMap<string, number>,
  inFlight: Iterable<{ readonly functionId: string }>,
): Lane[] {
  const taken = new Map<string, number>();
  const laneOf = (functionId: string) => (ownSlots.has(functionId) ? functionId : "");
  for (const { functionId } of inFlight) taken.set(laneOf(functionId), (taken.get(laneOf(functionId)) ?? 0) + 1);
  const lanes = [
    { functionIds: [...registry.keys()].filter((id) => !ownSlots.has(id)), room: SHARED_SLOTS - (taken.get("") ?? 0) },
    ...[...ownSlots].map(([id, slots]) => ({ functionIds: [id], room: slots - (taken.get(id) ?? 0) })),
  ];
  return lanes.filter(({ functionIds, room }) => room > 0 && functionIds.some((id) => registry.has(id)));
}

/** As many calls as may be in flight at a time. */
export function slotsOfAll(ownSlots: ReadonlyMap<string, number>): number {
  return [...ownSlots.values()].reduce((sum, slots) => sum + slots, SHARED_SLOTS);
}
