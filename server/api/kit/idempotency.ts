import type { OperationContract } from "@/server/contracts/rest/operation";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type ClaimName, meaningOf, meaningOfBytes, scopeOf } from "@/server/domain/idempotency";
import type { ApiRequest } from "./request";

const KEY = /^[\x20-\x7e]{1,80}$/;

/** The key that was sent, or null where none was or none is read. Throws `idempotency_key_required`, `validation_error`. */
export function readKey(contract: OperationContract, request: ApiRequest): string | null {
  if (contract.idempotency === "none") return null;
  const key = request.header("idempotency-key");
  const field = "Idempotency-Key";
  if (key === null && contract.idempotency !== "required") return null;
  if (key === null || (key === "" && contract.idempotency === "required")) {
    throw new DomainError("idempotency_key_required", "This request requires an Idempotency-Key header.", { field });
  }
  if (!KEY.test(key)) {
    const message = "must be 1 to 80 printable ASCII characters";
    throw new DomainError("validation_error", `Idempotency-Key ${message}.`, {
      field,
      details: { issues: [{ field, message }] },
    });
  }
  return key;
}

interface Asked {
  readonly contract: OperationContract;
  /** Of an authorization, which the caller may spell in two ways: the field of the path or of the body. */
  readonly namedBy: string | null;
  /** Path and body as the contract read them. */
  readonly params: object;
  readonly body: unknown;
  readonly sent: { readonly path: string; readonly body: string };
}

/** The caller's claim to a key, by what the request means: no body is an empty one. */
export function claimKey(
  caller: AcquirerCaller,
  key: string,
  { contract, namedBy, params, body, sent }: Asked,
): ClaimName {
  const { method, path } = contract;
  const fields = typeof body === "object" && body !== null ? body : {};
  const named: unknown = namedBy === null ? null : (Reflect.get(params, namedBy) ?? Reflect.get(fields, namedBy));
  return {
    scope: scopeOf(caller),
    key,
    meaning: meaningOf({
      operation: `${method} ${path}`,
      path: without(namedBy, params),
      body: without(namedBy, fields),
    }),
    spelled: typeof named === "string" ? named : null,
    ofBytes: () => meaningOfBytes({ method, ...sent }),
  };
}

function without(name: string | null, fields: object): object {
  if (name === null) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}
