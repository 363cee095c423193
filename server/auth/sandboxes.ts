import { isAllowed } from "@/server/domain/authority";
import { UnavailableError } from "@/server/platform/unavailable";
import { readSession } from "./session";

/** The tenants in whose sandbox the person behind the request may make keys. Pages that are readable without it show none while the database is away. */
export async function findSandboxes(headers: Headers): Promise<{ readonly slug: string; readonly title: string }[]> {
  const signedIn = await readSession(headers).catch((error: unknown) => {
    if (error instanceof UnavailableError) return null;
    throw error;
  });
  if (!signedIn || signedIn.needsSecondFactor) return [];
  return signedIn.roles.flatMap((role) =>
    role.kind === "tenant" && isAllowed(role.role, "test", "manage_keys")
      ? [{ slug: role.tenantSlug, title: role.tenantTitle }]
      : [],
  );
}
