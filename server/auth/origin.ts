import { isLocalName, publicUrl } from "@/server/platform/env";

/**
 * Whether a mutating request was made by one of our pages: its Origin, which browsers send with every POST and pages can't
 * forge, is that of PUBLIC_URL. What Host says doesn't count, since a page of a foreign name can lead here (DNS rebinding). Only
 * this machine has several names, and a page under one of them calls the same one.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const own = new URL(publicUrl("/"));
  if (!origin || !URL.canParse(origin)) return false;
  const { hostname, host, protocol } = new URL(origin);
  const isThisMachine = isLocalName(hostname) && isLocalName(own.hostname);
  return origin === own.origin || (isThisMachine && protocol === own.protocol && host === headers.get("host"));
}
