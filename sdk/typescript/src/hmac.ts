const text = new TextEncoder();

/** HMAC-SHA256, by the Web Crypto that every runtime has. */
export async function hmac(
  key: string | Uint8Array<ArrayBuffer>,
  content: string,
  as: "hex" | "base64",
): Promise<string> {
  const bytes = typeof key === "string" ? text.encode(key) : key;
  const imported = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", imported, text.encode(content)));
  if (as === "base64") return btoa(String.fromCharCode(...signed));
  return Array.from(signed, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
