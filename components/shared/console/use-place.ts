"use client";

import { useParams } from "next/navigation";

/** The tenant and environment from the URL; every tenant procedure takes both as input. */
export interface Place {
  readonly tenant: string;
  readonly environment: "live" | "test";
}

export function usePlace(): Place {
  const { slug, environment } = useParams<{ slug: string; environment: string }>();
  return { tenant: slug, environment: environment === "live" ? "live" : "test" };
}

/** The path of a page in the same tenant and environment: `pathOf(place, "keys")`. */
export function pathOf({ tenant, environment }: Place, page = ""): string {
  return page ? `/t/${tenant}/${environment}/${page}` : `/t/${tenant}/${environment}`;
}
