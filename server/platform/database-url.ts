/** Which of several hosts to use. Standbys can't be requested, since any query may write. */
type Wanted = "any" | "primary";

export interface DatabaseAddress {
  readonly urls: readonly string[];
  readonly wanted: Wanted;
}

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(\/[^?#]*)?(?:\?(.*))?$/;
const WANTED: Readonly<Record<string, Wanted>> = { any: "any", "read-write": "primary", primary: "primary" };

/** Parses a URL like libpq: comma-separated hosts and `target_session_attrs`. Null if it is invalid. */
export function readDatabaseUrl(text: string): DatabaseAddress | null {
  const [, scheme, login = "", hosts, path = "", search = ""] = PARTS.exec(text) ?? [];
  if (!scheme || hosts === undefined) return null;
  const parameters = new URLSearchParams(search);
  const attributes = parameters.get("target_session_attrs");
  const wanted = WANTED[attributes ?? "any"];
  parameters.delete("target_session_attrs");
  const query = parameters.size > 0 ? `?${parameters}` : "";
  // Without the attribute, keep the URL as written, including its escapes.
  const rest = attributes === null && search ? `?${search}` : query;
  const urls = hosts.split(",").map((host) => `${scheme}${login}${host}${path}${rest}`);
  // An empty host means a Unix socket, which a parameter names.
  if (hosts !== "" && hosts.split(",").includes("")) return null;
  if (!wanted || !urls.every((url) => URL.canParse(url))) return null;
  // With several hosts, a read-only one is never wanted.
  return { urls, wanted: urls.length > 1 && attributes === null ? "primary" : wanted };
}
