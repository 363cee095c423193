"use client";

import { useParams } from "next/navigation";

/** The tenant and the environment of a page, as its address says; every procedure of a tenant is asked with them. */
export interface Place {
  readonly tenant: string;
  readonly environment: "live" | "test";
}

export function usePlace(): Place {
  const { slug, environment } = useParams<{ slug: string; environment: string }>();
  return { tenant: slug, environment: environment === "live" ? "live" : "test" };
}

/** The address of a page of the same tenant and environment: `pathOf(place, "keys")`. */
export function pathOf({ tenant, environment }: Place, page = ""): string {
  return page ? `/t/${tenant}/${environment}/${page}` : `/t/${tenant}/${environment}`;
}
