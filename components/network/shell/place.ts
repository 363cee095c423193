/** The operator's environment from the URL, read by the server and the browser alike. */

export interface NetworkPlace {
  readonly environment: "live" | "test";
}

interface Values {
  get(name: string): string | null;
}

export function readPlace(values: Values): NetworkPlace {
  return { environment: values.get("environment") === "live" ? "live" : "test" };
}
