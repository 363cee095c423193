import type { Place } from "@/components/shared/console/use-place";

export interface PlaceParams {
  readonly slug: string;
  readonly environment: string;
}

/** The server's counterpart to `usePlace`. The layout has already rejected unknown environments. */
export function placeOf({ slug, environment }: PlaceParams): Place {
  return { tenant: slug, environment: environment === "live" ? "live" : "test" };
}
