/** The operator's environment and filters from the URL, read by the server and the browser alike. */

export interface NetworkPlace {
  readonly environment: "live" | "test";
}

interface Values {
  get(name: string): string | null;
}

export type PageParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

export async function readValues(params: PageParams): Promise<URLSearchParams> {
  const entries = Object.entries(await params).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  return new URLSearchParams(entries);
}

export function readPlace(values: Values): NetworkPlace {
  return { environment: values.get("environment") === "live" ? "live" : "test" };
}

const PAGE = 25;

/** The input of a list: the environment, and the filters that are set. */
export function readFilter<Name extends string>(
  values: Values,
  names: readonly Name[],
): NetworkPlace & { readonly limit: number } & { [Key in Name]?: never } {
  const filters = names.flatMap((name) => {
    const value = values.get(name)?.trim();
    return value ? [[name, value] as const] : [];
  });
  // The server validates the filters against the contract.
  return {
    ...readPlace(values),
    limit: PAGE,
    ...(Object.fromEntries(filters) as unknown as { [Key in Name]?: never }),
  };
}

export const TENANT_FILTERS = ["search", "status", "tier", "live", "sort", "cursor"] as const;
export const MERCHANT_FILTERS = ["search", "status", "sort", "cursor"] as const;
export const MEMBER_FILTERS = ["search", "sort", "cursor"] as const;
export const BATCH_FILTERS = ["day", "merchantId", "sort", "cursor"] as const;
export const RUN_FILTERS = ["state", "function", "sort", "cursor"] as const;
export const AUDIT_FILTERS = ["tenantId", "action", "actor", "sort", "cursor"] as const;

/** Without a state in the URL, lists runs that failed or wait. */
export function readRunFilter(values: Values) {
  return { ...readFilter(values, RUN_FILTERS), state: values.get("state") ?? "unfinished" } as ReturnType<
    typeof readFilter<(typeof RUN_FILTERS)[number]>
  >;
}
