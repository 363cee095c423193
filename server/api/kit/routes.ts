import type { Endpoint } from "./endpoint";

/** Endpoints of one path, by its template. */
export interface PathMatch {
  readonly endpoints: readonly Endpoint[];
  readonly pathParams: Readonly<Record<string, string>>;
}

interface Route {
  readonly segments: readonly string[];
  readonly endpoints: Endpoint[];
}

const PARAM = /^\{(\w+)\}$/;

/** The paths of a list of endpoints: those without parameters by one look-up, the others by the number of their segments. */
export class Routes {
  readonly #plain = new Map<string, PathMatch & { readonly endpoints: Endpoint[] }>();
  readonly #byLength = new Map<number, Route[]>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) this.#add(endpoint);
  }

  #add(endpoint: Endpoint): void {
    const { path } = endpoint.contract;
    if (!path.includes("{")) {
      const known = this.#plain.get(path);
      if (known) known.endpoints.push(endpoint);
      else this.#plain.set(path, { endpoints: [endpoint], pathParams: {} });
      return;
    }
    const segments = path.split("/");
    const ofLength = this.#byLength.get(segments.length) ?? [];
    this.#byLength.set(segments.length, ofLength);
    const known = ofLength.find((route) => route.segments.join("/") === path);
    if (known) known.endpoints.push(endpoint);
    else ofLength.push({ segments, endpoints: [endpoint] });
  }

  /** Null: there is nothing at this path. */
  find(path: string): PathMatch | null {
    const plain = this.#plain.get(path);
    if (plain) return plain;
    const sent = path.split("/");
    for (const { segments, endpoints } of this.#byLength.get(sent.length) ?? []) {
      const pathParams = paramsOf(segments, sent);
      if (pathParams === "other") continue;
      return pathParams && { endpoints, pathParams };
    }
    return null;
  }
}

/** The parameters of a path; null where one is not readable, `other` where it is another path. */
function paramsOf(segments: readonly string[], sent: readonly string[]): Record<string, string> | null | "other" {
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const [, name] = PARAM.exec(segment) ?? [];
    const value = sent[i] ?? "";
    if (name === undefined ? segment !== value : value === "") return "other";
    if (name !== undefined) params[name] = value;
  }
  try {
    for (const name in params) params[name] = decodeURIComponent(params[name] ?? "");
    return params;
  } catch {
    return null;
  }
}
