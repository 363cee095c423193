import { publicUrl } from "@/server/platform/env";

/** Where people reach the public pages: for what names them by whole addresses. */
export function siteAddress(path: `/${string}` = "/"): URL {
  return new URL(publicUrl(path));
}
