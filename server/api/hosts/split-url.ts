/** A path of nothing but names: no dots to resolve, no escapes or signs that URLs are read by. */
const PLAIN = /^(?:\/[\w~-]*)+$/;

/** Path and query of a request line or a URL, read as every URL is. */
export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  if (PLAIN.test(url)) return { path: url, search: "" };
  const { pathname, search } = new URL(url, "http://localhost");
  return { path: pathname, search };
}
