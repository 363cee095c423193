/** Of several hosts, which one to talk to. Everything we do may write, so there is no asking for a standby. */
type Wanted = "any" | "primary";

export interface DatabaseAddress {
  /** One URL for each host, in their order. */
  readonly urls: readonly string[];
  readonly wanted: Wanted;
}

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(\/[^?#]*)?(?:\?(.*))?$/;
const WANTED: Readonly<Record<string, Wanted>> = { any: "any", "read-write": "primary", primary: "primary" };

/**
 * A URL as libpq reads it: hosts separated by commas, and `target_session_attrs`, which says what the host has to be. Null:
 * it is none.
 */
export function readDatabaseUrl(text: string): DatabaseAddress | null {
  const [, scheme, login = "", hosts, path = "", search = ""] = PARTS.exec(text) ?? [];
  if (!scheme || hosts === undefined) return null;
  const parameters = new URLSearchParams(search);
  const attributes = parameters.get("target_session_attrs");
  const wanted = WANTED[attributes ?? "any"];
  parameters.delete("target_session_attrs");
  const query = parameters.size > 0 ? `?${parameters}` : "";
  // Without it the URL stays as it was written, whatever is escaped in it.
  const rest = attributes === null && search ? `?${search}` : query;
  const urls = hosts.split(",").map((host) => `${scheme}${login}${host}${path}${rest}`);
  // Without a host it is a socket of this machine, which a parameter names.
  if (hosts !== "" && hosts.split(",").includes("")) return null;
  if (!wanted || !urls.every((url) => URL.canParse(url))) return null;
  // Of several, one that can't be written to is never meant.
  return { urls, wanted: urls.length > 1 && attributes === null ? "primary" : wanted };
}
