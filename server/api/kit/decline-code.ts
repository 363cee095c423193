const DECLINED = ["declined", "Denied"];

/** Why this answer is a decline, on either surface; null: it is none. A reversal has a `reasonCode` as well. */
export function declineCodeOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("reasonCode" in body)) return null;
  const isSaid = "status" in body && typeof body.status === "string" && DECLINED.includes(body.status);
  const isDecline = isSaid || ("approved" in body && body.approved === false);
  return isDecline && typeof body.reasonCode === "string" ? body.reasonCode : null;
}
