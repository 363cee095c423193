import { getEnv, publicUrl } from "@/server/platform/env";

export function siteAddress(path: `/${string}` = "/"): URL {
  return new URL(publicUrl(path));
}

/** The operator's contact for vulnerability reports: `mailto:` or https. */
export function securityContact(): string | undefined {
  return getEnv().SECURITY_CONTACT;
}
