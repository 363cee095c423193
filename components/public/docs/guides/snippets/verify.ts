import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(headers: Record<string, string>, rawBody: Buffer, secret: string): boolean {
  const timestamp = headers["x-svc-timestamp"] ?? "";
  const isRecent = Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp)) <= 300;
  const expected = `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest("hex")}`;
  const given = Buffer.from(headers["x-svc-signature"] ?? "");
  return isRecent && given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}
