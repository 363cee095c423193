import type { Registry } from "./registry";

/**
 * Concurrent calls of all functions without slots of their own. Limits what a crash repeats, and leaves the pool to the app.
 */
const SHARED_SLOTS = 64;

export interface Lane {
  readonly functionIds: readonly string[];
  readonly room: number;
}

/** Lanes with free slots. A function with slots of its own never uses others', however long its calls take. */
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

export function slotsOfAll(ownSlots: ReadonlyMap<string, number>): number {
  return [...ownSlots.values()].reduce((sum, slots) => sum + slots, SHARED_SLOTS);
}
