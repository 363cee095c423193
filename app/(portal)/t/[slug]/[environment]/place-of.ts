/** What Next hands to a tenant's page. */
export interface TenantPage<Params extends object = object> {
  readonly params: Promise<{ readonly slug: string; readonly environment: string } & Params>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The tenant and environment of a page. The layout has refused every other environment. */
export async function placeOf(params: TenantPage["params"]) {
  const { slug, environment } = await params;
  return { tenant: slug, environment: environment === "live" ? "live" : "test" } as const;
}
