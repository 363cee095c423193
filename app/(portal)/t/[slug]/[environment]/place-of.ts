import { placeOf } from "@/components/tenant/shell/place-of";

/** What Next hands to a tenant's page. */
export interface TenantPage<Params extends object = object> {
  readonly params: Promise<{ readonly slug: string; readonly environment: string } & Params>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The query string of a page, with one value a name. */
export async function readSearch(searchParams: TenantPage["searchParams"]): Promise<URLSearchParams> {
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams(entries);
}

/** The place of a page that Next renders. The layout has refused every other environment. */
export async function placeIn(params: TenantPage["params"]) {
  return placeOf(await params);
}
