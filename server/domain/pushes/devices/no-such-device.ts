import { DomainError } from "../../errors";

/** The same error for a missing device, another user's, and a removed one. */
export function noSuchDevice(): DomainError {
  return new DomainError("not_found", "Notifications are off on that device.");
}
