import { randomUUID } from "node:crypto";
import type { WorldTenant } from "../stage/world";

interface Call {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export function requestText({ method = "POST", path, headers = {}, body }: Call): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (body !== undefined) lines.push("content-type: application/json\r\n");
  if (method !== "GET") lines.push(`content-length: ${Buffer.byteLength(text)}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n${text}`;
}

export function asTenant({ publicKey, secret }: Pick<WorldTenant, "publicKey" | "secret">): Record<string, string> {
  return { "x-api-key": publicKey, authorization: `Bearer ${secret}`, "idempotency-key": randomUUID() };
}

export function asMerchant({ key }: { readonly key: string }): Record<string, string> {
  return { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
}

export function byTurns<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error("there is none to take");
  return item;
}
