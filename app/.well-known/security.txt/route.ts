import { securityContact, siteAddress } from "@/server/api/docs/site-address";
import { textResponse } from "@/server/api/docs/text-response";

export const dynamic = "force-dynamic";

const DAY_MS = 24 * 60 * 60 * 1_000;
const VALID_DAYS = 180;

/** The contact for vulnerabilities (RFC 9116). 404 if the operator hasn't set one. */
export function GET(): Response {
  const contact = securityContact();
  if (!contact)
    return new Response("This service names no contact. Its operator sets SECURITY_CONTACT.\n", { status: 404 });
  const until = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${until}`,
    "Preferred-Languages: en",
    `Canonical: ${siteAddress("/.well-known/security.txt").href}`,
  ];
  return textResponse(`${lines.join("\n")}\n`, "plain");
}
