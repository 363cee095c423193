import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const PEM_LINES = /-----[A-Z ]+-----|\s/g;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/**
 * Whether an Ed25519 key (PEM) signed a text. Null if that can't be checked: browsers without Ed25519, or pages over plain
 * HTTP.
 */
export async function isSignedBy(publicKey: string, text: string, signature: string): Promise<boolean | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  try {
    const spki = bytesOf(publicKey.replace(PEM_LINES, ""));
    const key = await subtle.importKey("spki", spki, "Ed25519", false, ["verify"]);
    const signed = bytesOf(signature.replace(/^\d{1,4}~/, ""));
    return await subtle.verify("Ed25519", key, signed, new TextEncoder().encode(text));
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? null : false;
  }
}

/** SHA-256 of a key's bytes in hex, for comparing keys. Null if missing or invalid. */
export function fingerprintOf(publicKey: string | undefined): string | null {
  if (publicKey === undefined) return null;
  try {
    return bytesToHex(sha256(bytesOf(publicKey.replace(PEM_LINES, ""))));
  } catch {
    return null;
  }
}
