import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ROOT } from "../run.mjs";
import { filesIn } from "./stamp.mjs";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const COMPRESSED = /\.(js|css|body)$/;

/**
 * Compresses immutable files as far as possible, next to the originals, once per build. Next would compress each response anew,
 * and a sixth larger. Served by `server/boot/static-files.ts`.
 */
export async function compressStatic(folder) {
  const files = filesIn(join(ROOT, folder)).filter((file) => COMPRESSED.test(file));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file);
      await writeFile(`${file}.br`, await brotli(text, BEST));
      await writeFile(`${file}.gz`, await gzipped(text, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
