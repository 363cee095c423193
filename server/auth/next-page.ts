const HOME = "/home";
/** Pages behind sign-in whose URLs contain no secrets. */
const PAGES = /^\/(wallet|t|network|account)(\/[\w/-]*)?$/;
const MAX_LETTERS = 2_000;
/** Base for resolving; a URL that leaves it is foreign. */
const HERE = "http://here.invalid";

export function readNextPage(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/") || next.length > MAX_LETTERS) return HOME;
  if (!URL.canParse(next, HERE)) return HOME;
  const { origin, pathname, search } = new URL(next, HERE);
  return origin === HERE && PAGES.test(pathname) ? pathname + search : HOME;
}

/** The requested URL without parameters of Next's router; also without its query if too long. */
export function addressOf(url: string): string {
  const [path = "/", query = ""] = url.split(/\?(.*)/s);
  const asked = query
    .split("&")
    .filter((part) => part !== "" && !/^_rsc(=|$)/.test(part))
    .join("&");
  const address = asked ? `${path}?${asked}` : path;
  return address.length > MAX_LETTERS ? path : address;
}
