import { createECDH } from "node:crypto";

/** From the browser, base64url: an uncompressed P-256 point, and 16 secret bytes. */
export interface DeviceKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const AUTH_BYTES = 16;

/** Whether a message can be encrypted for these keys: a point off the curve would leak our private key. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  if (Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false;
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
