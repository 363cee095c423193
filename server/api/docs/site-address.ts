import { getEnv, publicUrl } from "@/server/platform/env";

/** Where people reach the public pages: for what names them by whole addresses. */
export function siteAddress(path: `/${string}` = "/"): URL {
  return new URL(publicUrl(path));
}

/** The contact for vulnerabilities that the operator of the service has set: `mailto:` or https. */
export function securityContact(): string | undefined {
  return getEnv().SECURITY_CONTACT;
}
