import { getEnv } from "@/server/platform/env";

/** `mailto:` or https, as whoever runs the service has set it. */
export function securityContact(): string | undefined {
  return getEnv().SECURITY_CONTACT;
}
