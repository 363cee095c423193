import type { ErrorCode } from "@/server/contracts/errors";

export interface DomainErrorOptions {
  readonly field?: string;
  /** Safe to show to the caller. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** A refusal with a code from the closed list. A decline is an outcome, not an error. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly field: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message);
    this.field = options.field ?? null;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/**
 * What the caller asked for is never theirs to do, whatever has happened. A repeat of a request gets no earlier answer then, while
 * any other refusal may come from what the request itself has changed.
 */
export class PermissionError extends DomainError {}

/** For errors that only the domain can detect. Same body as the contract's own validation errors. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("validation_error", `${field} ${message}.`, {
    field,
    details: { issues: [{ field, message }] },
  });
}

/** Same error for a missing record and another's. The API names the noun; the portal has one code. */
export function notFoundFor(
  caller: { readonly kind: string },
  noun: "merchant" | "merchant_key" | "member" | "card",
  message: string,
): DomainError {
  return new DomainError(caller.kind === "tenant" ? `${noun}_not_found` : "not_found", message);
}

export function externalIdTaken(what: string): DomainError {
  return new DomainError("external_id_taken", `Another ${what} of yours has this externalId.`, { field: "externalId" });
}

/** Same error for a reference to nothing and to another tenant's record. */
export function unknownReference(field: string): DomainError {
  return new DomainError("invalid_reference", `${field} doesn’t name a record you can use.`, { field });
}
