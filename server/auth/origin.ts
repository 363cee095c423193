import { publicUrl } from "@/server/platform/env";

/**
 * Whether a request that changes something was made by a page of ours. Browsers send Origin with every POST and let no
 * page make it up, nor the Host; a request without one is not from a page and has no business with our cookies.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (!origin) return false;
  if (origin === new URL(publicUrl("/")).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get("host");
}
