import { placeOf } from "@/components/tenant/shell/place-of";

export interface TenantPage<Params extends object = object> {
  readonly params: Promise<{ readonly slug: string; readonly environment: string } & Params>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The page's query parameters. One that is given more than once is dropped. */
export async function readSearch(searchParams: TenantPage["searchParams"]): Promise<URLSearchParams> {
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams(entries);
}

/** The layout has already rejected unknown environments. */
export async function placeIn(params: TenantPage["params"]) {
  return placeOf(await params);
}
