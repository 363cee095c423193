import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from "next-auth/jwt";
import { nameVersion, unnamed, versionOf } from "@/server/platform/crypto";
import { deriveKey, findKey, hexOf, sealingVersion } from "@/server/platform/key-ring";

export function sessionSecret(): string {
  return hexOf(deriveKey("portal-session"));
}

/** Encrypts a cookie's content. Includes the key's version, so that sessions survive a key rotation. */
export async function sealSession(params: Omit<JWTEncodeParams, "secret">): Promise<string> {
  return nameVersion(sealingVersion(), await encode({ ...params, secret: sessionSecret() }));
}

/** Null for a cookie that wasn't sealed here, or whose key is no longer known. */
export async function openSession({ token, salt }: Omit<JWTDecodeParams, "secret">): Promise<JWT | null> {
  const key = token ? findKey("portal-session", versionOf(token)) : null;
  if (!token || !key) return null;
  return decode({ token: unnamed(token), secret: hexOf(key), ...(salt && { salt }) });
}
