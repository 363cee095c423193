import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** From the browser, base64url: an uncompressed P-256 point, and 16 secret bytes. */
export interface DeviceKeys {
  readonly p256dh: string;
  readonly auth: string;
}

interface Chosen {
  readonly privateKey: Uint8Array;
  readonly salt: Uint8Array;
}

const CURVE = "prime256v1";
const AUTH_BYTES = 16;
const RECORD_BYTES = 4_096;
/** Delimiter of the last record (RFC 8188). */
const END = Buffer.from([2]);

/** Whether a message can be encrypted for these keys: a point off the curve would leak our private key. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  if (Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false;
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** One `aes128gcm` record (RFC 8188) under keys shared with the device (RFC 8291). */
export function encryptPush(text: string, keys: DeviceKeys, chosen: Chosen = choose()): Buffer {
  const [devicePoint, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(Buffer.from(chosen.privateKey));
  const ownPoint = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), devicePoint, ownPoint]);
  const shared = derive(ecdh.computeSecret(devicePoint), auth, info, 32);
  const key = derive(shared, chosen.salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(shared, chosen.salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = [cipher.update(text, "utf8"), cipher.update(END), cipher.final(), cipher.getAuthTag()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(ownPoint.length, 4);
  return Buffer.concat([chosen.salt, sizes, ownPoint, ...sealed]);
}

function choose(): Chosen {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { privateKey: ecdh.getPrivateKey(), salt: randomBytes(16) };
}

function derive(secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}
