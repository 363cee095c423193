import type { SignedIn } from "@/server/domain/users";

/** The first page for a person's roles; with several, the most likely one. */
export function homeOf({ roles, needsSecondFactor }: SignedIn): string {
  if (needsSecondFactor) return "/second-factor";
  if (roles.some(({ kind }) => kind === "member")) return "/wallet";
  const tenant = roles.find((role) => role.kind === "tenant");
  if (tenant) return `/t/${tenant.tenantSlug}/test`;
  return roles.some(({ kind }) => kind === "network_operator") ? "/network/overview" : "/wallet";
}
