import { z } from "zod";
import { ALLOWED_OPERATIONS, AUTHORIZATION_STATUSES, type AuthorizationStatus } from "./authorization-statuses";

export const AuthorizationStatusField = z.enum(AUTHORIZATION_STATUSES).meta({
  description: `Says what can be done. ${AUTHORIZATION_STATUSES.map(describe).join(" ")}`,
});

function describe(status: AuthorizationStatus): string {
  return `${status.replace("Authorization ", "")}: ${ALLOWED_OPERATIONS[status].join(", ") || "nothing"}.`;
}
