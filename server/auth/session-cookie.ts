import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from "next-auth/jwt";
import { nameVersion, unnamed, versionOf } from "@/server/platform/crypto";
import { deriveKey, findKey, hexOf, sealingVersion } from "@/server/platform/key-ring";

/** The key that seals the cookie, and signs next-auth's CSRF token. */
export function sessionSecret(): string {
  return hexOf(deriveKey("portal-session"));
}

/** The content of a cookie, sealed, with the version of the key: a session outlives a new key. */
export async function sealSession(params: Omit<JWTEncodeParams, "secret">): Promise<string> {
  return nameVersion(sealingVersion(), await encode({ ...params, secret: sessionSecret() }));
}

/** Null for what was not sealed here, or with a key that is known no more. */
export async function openSession({ token, salt }: Omit<JWTDecodeParams, "secret">): Promise<JWT | null> {
  const key = token ? findKey("portal-session", versionOf(token)) : null;
  if (!token || !key) return null;
  return decode({ token: unnamed(token), secret: hexOf(key), ...(salt && { salt }) });
}
