import type { ErrorCode } from "@/server/contracts/errors";

export interface DomainErrorOptions {
  /** Name of the input field that is wrong. */
  readonly field?: string;
  /** Safe to show to the caller. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds after which trying again makes sense. */
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

/** What only the domain can know about a field that its contract let through: same body as the contract's own refusals. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("validation_error", `${field} ${message}.`, {
    field,
    details: { issues: [{ field, message }] },
  });
}

/** A record that isn't there, or another's: the API names its noun, the portal has one code for all. */
export function noSuch(
  caller: { readonly kind: string },
  noun: "merchant" | "merchant_key" | "member" | "card",
  message: string,
): DomainError {
  return new DomainError(caller.kind === "tenant" ? `${noun}_not_found` : "not_found", message);
}

/** A tenant's own name for a record, which another of its records has. */
export function externalIdTaken(what: string): DomainError {
  return new DomainError("external_id_taken", `Another ${what} of yours has this externalId.`, { field: "externalId" });
}

/** A reference in a body that names nothing, or another tenant's: the answer is the same for both. */
export function unknownReference(field: string): DomainError {
  return new DomainError("invalid_reference", `${field} doesn’t name a record you can use.`, { field });
}
