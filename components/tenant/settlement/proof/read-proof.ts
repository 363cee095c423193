import { fetchAsOwner } from "@/components/trpc/page-owner";
import type { CheckedStatement } from "@/server/contracts/statement-proof/check-statement";

/** The longest time that checking may block the main thread, to keep the page responsive. */
const SLICE_MS = 12;

interface Reading {
  readonly signal: AbortSignal;
  readonly money: (minor: bigint, currency: string) => string;
  readonly onLines: (count: number) => void;
}

/**
 * Downloads the proof and verifies it locally while it arrives, so that the result doesn't depend on the server's word. The
 * verifier is loaded on demand, because most visitors only read the totals.
 */
export async function readProof(url: string, { signal, money, onLines }: Reading): Promise<CheckedStatement> {
  const loading = import("@/server/contracts/statement-proof/check-statement");
  const answer = await fetchAsOwner(url, { signal });
  if (!answer.ok || !answer.body) throw new Error(`The proof answered ${answer.status}.`);
  const { StatementCheck } = await loading;
  const check = new StatementCheck();
  let sliceEndsAt = performance.now() + SLICE_MS;
  for await (const line of linesOf(answer.body)) {
    check.take(line);
    if (performance.now() < sliceEndsAt) continue;
    onLines(check.lineCount);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  return check.finish({ money });
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
