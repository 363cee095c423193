import { OUTCOMES } from "@/server/contracts/choices";
import { choice, id, readFilters as readListFilters } from "@/server/contracts/lists/filters";

/** What narrows the list, as the address holds it: a link shows the same to its member, back and reload keep it. */
export interface ActivityFilters {
  readonly outcome?: "held" | "paid" | "declined" | "refunded";
  readonly account?: string;
  readonly search?: string;
}

/** The filters to change; null takes one out, and the others stay. */
export type FilterChange = { readonly [Name in keyof ActivityFilters]?: ActivityFilters[Name] | null };

const FILTERS = { outcome: choice(OUTCOMES), account: id("record") } as const;
const MAX_WORDS = 100;

/** What of an address makes sense; the rest is as if it were not there. */
export function readFilters(params: { get(name: string): string | null }): ActivityFilters {
  const search = params.get("q")?.trim() ?? "";
  return { ...readListFilters(params, FILTERS), ...(search && search.length <= MAX_WORDS ? { search } : {}) };
}

/** The address's query, `?` and all; empty without filters. */
export function writeFilters(filters: FilterChange): string {
  const params = new URLSearchParams();
  if (filters.outcome) params.set("outcome", filters.outcome);
  if (filters.account) params.set("account", filters.account);
  if (filters.search) params.set("q", filters.search);
  return params.size > 0 ? `?${params}` : "";
}
