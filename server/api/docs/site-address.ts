import { getEnv, publicUrl } from "@/server/platform/env";

export function siteAddress(path: `/${string}` = "/"): URL {
  return new URL(publicUrl(path));
}

export function securityContact(): string | undefined {
  return getEnv().SECURITY_CONTACT;
}
