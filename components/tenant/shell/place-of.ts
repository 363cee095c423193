import type { Place } from "@/components/shared/console/use-place";

export interface PlaceParams {
  readonly slug: string;
  readonly environment: string;
}

/** On the server what `usePlace` is in the browser. The layout has turned away other environments. */
export function placeOf({ slug, environment }: PlaceParams): Place {
  return { tenant: slug, environment: environment === "live" ? "live" : "test" };
}
