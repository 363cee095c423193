import { type List, readList } from "@/server/contracts/lists/filters";
import { RUN_LIST } from "@/server/contracts/lists/network";

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

/** The input of a list: the environment, filters, order, and page. */
export function readNetworkList<Of extends List>(values: Values, list: Of) {
  return { ...readPlace(values), ...readList(values, list) };
}

/** Without a state in the URL, lists runs that failed or wait. */
export function readRunList(values: Values) {
  return { state: "unfinished" as const, ...readNetworkList(values, RUN_LIST) };
}
