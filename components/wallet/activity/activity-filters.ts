import { OUTCOMES, RECORD_ID } from "@/server/contracts/choices";

/** The list's filters in the query string, so that links, Back, and reload keep them. */
export interface ActivityFilters {
  readonly outcome?: "held" | "paid" | "declined" | "refunded";
  readonly account?: string;
  readonly search?: string;
}

/** Null clears a filter; missing ones stay. */
export type FilterChange = { readonly [Name in keyof ActivityFilters]?: ActivityFilters[Name] | null };

const MAX_WORDS = 100;

export function readFilters(params: { get(name: string): string | null }): ActivityFilters {
  const search = params.get("q")?.trim() ?? "";
  const outcome = OUTCOMES.find((value) => value === params.get("outcome"));
  const account = params.get("account") ?? "";
  return {
    ...(outcome ? { outcome } : {}),
    ...(RECORD_ID.test(account) ? { account } : {}),
    ...(search && search.length <= MAX_WORDS ? { search } : {}),
  };
}

/** The query string with its `?`, or empty. */
export function writeFilters(filters: FilterChange): string {
  const params = new URLSearchParams();
  if (filters.outcome) params.set("outcome", filters.outcome);
  if (filters.account) params.set("account", filters.account);
  if (filters.search) params.set("q", filters.search);
  return params.size > 0 ? `?${params}` : "";
}
