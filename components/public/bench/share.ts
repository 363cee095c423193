import type { BenchStep } from "@/server/contracts/portal/public/bench-run";

/** A fragment isn't sent to the server. */
const MARK = "#run=";
/** Far above the longest run. */
const MAX_LINK = 40_000;
const MAX_BYTES = 200_000;

async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The run as a compressed URL fragment. Nothing is stored on a server. */
export async function packRun(steps: readonly BenchStep[]): Promise<string> {
  const text = new Blob([JSON.stringify({ v: 1, steps })]);
  const bytes = await collect(text.stream().pipeThrough(new CompressionStream("deflate-raw")), MAX_BYTES);
  let binary = "";
  for (const byte of bytes ?? []) binary += String.fromCharCode(byte);
  return `${MARK}${btoa(binary)
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/={1,2}$/, "")}`;
}

export function hasRun(hash: string): boolean {
  return hash.startsWith(MARK);
}

/** The run from a fragment. Null if the fragment is invalid in any way. */
export async function unpackRun(hash: string): Promise<readonly BenchStep[] | null> {
  const packed = hash.slice(MARK.length);
  if (!hasRun(hash) || packed.length > MAX_LINK || !/^[\w-]+$/.test(packed)) return null;
  try {
    const binary = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const text = await collect(stream, MAX_BYTES);
    if (!text) return null;
    // Lazy: only visitors with a link need the parser.
    const { BenchRun } = await import("@/server/contracts/portal/public/bench-run");
    return BenchRun.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text))).steps;
  } catch {
    return null;
  }
}
