import type { OperationContract } from "@/server/contracts/operation";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type ClaimName, scopeOf } from "@/server/domain/idempotency";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";

const KEY = /^[\x20-\x7e]{1,80}$/;

/** The caller's claim, or null where the operation has none. Throws `idempotency_key_required`, `validation_error`. */
export function readClaim(
  contract: OperationContract,
  request: Request,
  content: { readonly path: string; readonly body: string },
  caller: AcquirerCaller,
): ClaimName | null {
  if (contract.idempotency === "none") return null;
  const key = request.headers.get("idempotency-key");
  const field = "Idempotency-Key";
  if (key === null && contract.idempotency === "optional") return null;
  if (key === null || (key === "" && contract.idempotency === "required")) {
    throw new DomainError("idempotency_key_required", "This write needs an Idempotency-Key header.", { field });
  }
  if (!KEY.test(key)) {
    const message = "must be 1 to 80 printable ASCII characters";
    throw new DomainError("validation_error", `Idempotency-Key ${message}.`, {
      field,
      details: { issues: [{ field, message }] },
    });
  }
  const fingerprint = hmacSha256Hex(
    deriveKey("idempotency-fingerprint"),
    `${request.method}\n${content.path}\n${content.body}`,
  );
  return { scope: scopeOf(caller), key, fingerprint };
}
