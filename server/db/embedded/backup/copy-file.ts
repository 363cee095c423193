import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

export interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Null if the source doesn't exist; a file deleted while open is still read to its end. The caller syncs the copy to disk. */
export async function copyFile(source: string, target: string): Promise<Sum | null> {
  return readFile(source, () => createWriteStream(target, { mode: 0o600, flags: "wx" }));
}

export async function sumFile(source: string): Promise<Sum | null> {
  return readFile(source, () => async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of chunks);
  });
}

type Sink = NodeJS.WritableStream | ((chunks: AsyncIterable<Buffer>) => Promise<void>);

async function readFile(source: string, sinkOf: () => Sink): Promise<Sum | null> {
  const handle = await open(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return null;
  const hash = createHash("sha256");
  let bytes = 0;
  const add = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(handle.createReadStream(), add, sinkOf());
  return { bytes, sha256: hash.digest("hex") };
}
