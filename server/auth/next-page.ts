const HOME = "/home";
/** Pages behind a sign-in whose addresses hold no secret. */
const PAGES = /^\/(wallet|t|network|account)(\/[\w/-]*)?$/;
/** An address goes into a header, percent-encoded. */
const MAX_LETTERS = 2_000;
/** Any origin does: an address that leaves it leads elsewhere. */
const HERE = "http://here.invalid";

/** A page of ours and its query, to go to after a sign-in; home for every other address. */
export function readNextPage(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/") || next.length > MAX_LETTERS) return HOME;
  if (!URL.canParse(next, HERE)) return HOME;
  const { origin, pathname, search } = new URL(next, HERE);
  return origin === HERE && PAGES.test(pathname) ? pathname + search : HOME;
}

/** The address that a browser asked for, without what Next's router adds for itself; without its query where it is too long. */
export function addressOf(url: string): string {
  const [path = "/", query = ""] = url.split(/\?(.*)/s);
  const asked = query
    .split("&")
    .filter((part) => part !== "" && !/^_rsc(=|$)/.test(part))
    .join("&");
  const address = asked ? `${path}?${asked}` : path;
  return address.length > MAX_LETTERS ? path : address;
}
