const encode = (text: string) => new TextEncoder().encode(text);

/** HMAC-SHA256 with Web Crypto: neither the key nor the content leaves the browser. */
async function hmac(key: string | Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const bytes = typeof key === "string" ? encode(key) : key;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encode(text)));
}

export async function hmacHex(key: string | Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  return [...(await hmac(key, text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function hmacBase64(key: string | Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await hmac(key, text))));
}

/** Null if the text isn't base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
