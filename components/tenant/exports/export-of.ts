import { type Place, pathOf } from "@/components/shared/console/use-place";

/** What an export of payments can be narrowed by. What is left empty it isn't. */
interface Asked {
  readonly merchant?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Filter extends Asked {
  readonly state?: string | undefined;
  readonly member?: string | undefined;
  readonly search?: string | undefined;
}

/** Where the payments that a list is filtered to are exported in the background. None where it is filtered by more. */
export function exportOf(place: Place, filter: Filter): string | undefined {
  const { merchant, from, to, state, member, search } = filter;
  if (state || member || search) return undefined;
  const given = Object.entries({ merchant, from, to }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams({ new: "1", kind: "payments", ...Object.fromEntries(given) });
  return `${pathOf(place, "exports")}?${query}`;
}
