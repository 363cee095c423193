import { DomainError } from "@/server/domain/errors";
import type { ApiRequest } from "./request";

/** One sentence for whatever has to do with the secret itself, so that a failure does not reveal how near a guess was. */
export function authenticationFailed(): DomainError {
  return new DomainError("authentication_failed", "Authentication failed.");
}

/** What can be seen without knowing any secret is said: it is the caller's own mistake, and no guess. */
export function misplaced(field: "X-API-Key" | "Authorization", message: string): DomainError {
  return new DomainError("authentication_failed", message, { field });
}

/** What stands after `Bearer `; null where nothing does, or another scheme was used. */
export function readBearer(request: ApiRequest): string | null {
  return /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1] ?? null;
}

/** RFC 9110 asks for a challenge on every 401, RFC 6750 for the reason where a bearer was sent and not accepted. */
export function challengeFor(request: ApiRequest, error: DomainError): string {
  const isRefused = error.code === "authentication_failed" && readBearer(request) !== null;
  return `Bearer realm="Closed Loop"${isRefused ? ', error="invalid_token"' : ""}`;
}
