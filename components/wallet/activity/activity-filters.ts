import { ActivityInput } from "@/server/contracts/portal/wallet/activity";

/** What narrows the list, as the address holds it: a link shows the same to its member, back and reload keep it. */
export interface ActivityFilters {
  readonly outcome?: "held" | "paid" | "declined" | "refunded";
  readonly account?: string;
  readonly search?: string;
}

const { outcome, account, search } = ActivityInput.shape;

/** What of an address makes sense; the rest is as if it were not there. */
export function readFilters(params: { get(name: string): string | null }): ActivityFilters {
  const read = {
    outcome: outcome.safeParse(params.get("outcome")).data,
    account: account.safeParse(params.get("account")).data,
    search: search.safeParse(params.get("q")).data,
  };
  return {
    ...(read.outcome ? { outcome: read.outcome } : {}),
    ...(read.account ? { account: read.account } : {}),
    ...(read.search ? { search: read.search } : {}),
  };
}

/** The address's query, `?` and all; empty without filters. */
export function writeFilters(filters: ActivityFilters): string {
  const params = new URLSearchParams();
  if (filters.outcome) params.set("outcome", filters.outcome);
  if (filters.account) params.set("account", filters.account);
  if (filters.search) params.set("q", filters.search);
  return params.size > 0 ? `?${params}` : "";
}
