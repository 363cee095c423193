import { DomainError } from "../../errors";

/** Not there, or not theirs, or removed before. */
export function noSuchDevice(): DomainError {
  return new DomainError("not_found", "Notifications are off on that device.");
}
