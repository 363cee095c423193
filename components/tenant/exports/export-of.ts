import { type Place, pathOf } from "@/components/shared/console/use-place";

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

/** The URL of a background export with the list's filters. Undefined if a filter isn't supported by exports. */
export function exportOf(place: Place, filter: Filter): string | undefined {
  const { merchant, from, to, state, member, search } = filter;
  if (state || member || search) return undefined;
  const given = Object.entries({ merchant, from, to }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams({ new: "1", kind: "payments", ...Object.fromEntries(given) });
  return `${pathOf(place, "exports")}?${query}`;
}
