import ipaddr from "ipaddr.js";
import { REFUSED_PORTS, UNRESOLVABLE_ENDINGS } from "@/server/contracts/webhook-receivers";
import { getEnv, isLocalName } from "@/server/platform/env";
import { refuseAddress } from "./address-policy";

/** A URL that may be tried; its host's addresses still have to be checked. */
export interface Target {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly kind: "name" | "address" | "localhost";
}

/** Names that aren't on the public internet (RFC 6762, 7686, 8375, 9476, and convention). */
const PRIVATE_SUFFIXES = [".local", ".internal", ".intranet", ".lan", ".home.arpa", ".onion", ".alt"];

/** Lower ports belong to the machine's own services, not to web servers in development. */
const LOWEST_LOCAL_PORT = 1024;
const WEB_PORT = 80;

export const LOCALHOST_REFUSED = "must be https: http://localhost is for local development only";

const refusedPort = (port: number) => `must not use port ${port}, which belongs to another protocol`;

function isLocalhostAllowed(): boolean {
  const { PUBLIC_URL, WEBHOOK_ALLOW_LOCALHOST } = getEnv();
  // Uses the configured URL, never a Host header, which the caller chooses.
  return WEBHOOK_ALLOW_LOCALHOST === "1" || (PUBLIC_URL !== undefined && isLocalName(new URL(PUBLIC_URL).hostname));
}

/**
 * Contract 4.4, as far as the URL's text shows: https, a public host, no credentials; `http://localhost` in development only.
 * The refusal is shown to the tenant.
 */
export function readTarget(text: string): Target | { readonly refusal: string } {
  // Parsers drop tabs and normalize other characters, so the stored text would differ from what is used.
  if (!/^[\x21-\x7e]*$/.test(text)) return { refusal: "must contain only printable ASCII characters, without spaces" };
  if (!URL.canParse(text)) return { refusal: "must be an absolute URL" };
  const url = new URL(text);
  if (url.href.length > 2048) return { refusal: "must be at most 2048 characters" };
  if (url.username || url.password || /^[^/]*\/\/[^/?#\\]*@/.test(text)) {
    return { refusal: "must not contain credentials" };
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (url.protocol === "http:" && url.hostname === "localhost") {
    if (!isLocalhostAllowed()) return { refusal: LOCALHOST_REFUSED };
    if (port < LOWEST_LOCAL_PORT && port !== WEB_PORT) {
      return { refusal: `must use port 80 or one from ${LOWEST_LOCAL_PORT} on http://localhost` };
    }
    if (REFUSED_PORTS.has(port)) return { refusal: refusedPort(port) };
    return { url, host: "localhost", port, kind: "localhost" };
  }
  if (url.protocol !== "https:") return { refusal: "must be https" };
  if (REFUSED_PORTS.has(port)) return { refusal: refusedPort(port) };
  return readHost(url, port);
}

const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const DEFAULT_PORT = /:(?:80|443)$/;

/**
 * Whether parsers read something else than what is written: missing or extra slashes, a backslash, a number for an address, dot
 * segments, characters that no URL has. Letter case, a default port, and a missing last slash are no repair.
 */
export function isRepaired(text: string, url: URL): boolean {
  const [, authority = ""] = AUTHORITY.exec(text) ?? [];
  const isHost = authority.startsWith("[")
    ? /^\[[0-9a-f:.]+\](?::[1-9]\d*)?$/i.test(authority)
    : [authority, authority.replace(DEFAULT_PORT, "")].some((one) => one.toLowerCase() === url.host);
  const rest = text.replace(AUTHORITY, "");
  return !isHost || ![rest, `/${rest}`].includes(url.href.replace(AUTHORITY, ""));
}

function readHost(url: URL, port: number): Target | { readonly refusal: string } {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(host)) {
    const reason = refuseAddress(host);
    return reason === null ? { url, host, port, kind: "address" } : { refusal: `must be public: ${host} ${reason}` };
  }
  const name = host.replace(/\.$/, "");
  if (name.length > 253 || name.split(".").some((label) => label.length < 1 || label.length > 63)) {
    return { refusal: `must name a host: ${name.slice(0, 64)} isn't a valid one` };
  }
  const reserved = UNRESOLVABLE_ENDINGS.find((ending) => `.${name}`.endsWith(ending));
  if (reserved) return { refusal: `must be reachable from the public internet: no ${reserved} name ever resolves` };
  if (!name.includes(".") || PRIVATE_SUFFIXES.some((suffix) => `.${name}`.endsWith(suffix))) {
    return { refusal: `must be reachable from the public internet: ${name} is a private name` };
  }
  return { url, host, port, kind: "name" };
}
