import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

export interface TestBrowser {
  readonly address: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
  open(body: Buffer): string;
}

export function newBrowser(endpoint: string): TestBrowser {
  const ecdh = createECDH("prime256v1");
  const point = ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: point.toString("base64url"), auth: auth.toString("base64url") };
  return { address: { endpoint, keys }, open: (body) => openPush(body, { ecdh, point, auth }) };
}

interface OwnKeys {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly point: Buffer;
  readonly auth: Buffer;
}

function openPush(body: Buffer, { ecdh, point, auth }: OwnKeys): string {
  const derive = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
  const [salt, size, sealed] = [body.subarray(0, 16), body[20] ?? 0, body.subarray(21 + (body[20] ?? 0))];
  const sender = body.subarray(21, 21 + size);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]);
  const shared = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const decipher = createDecipheriv("aes-128-gcm", key, derive(shared, salt, "Content-Encoding: nonce\0", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}
