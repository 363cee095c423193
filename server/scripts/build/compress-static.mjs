import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ROOT } from "../run.mjs";
import { filesIn } from "./stamp.mjs";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** What the build made whole, by its ending: scripts and styles, and the answers of routes that never change. */
const COMPRESSED = /\.(js|css|body)$/;

/**
 * Files that never change as small as they get, beside the files themselves: done once by the build, it may take its time.
 * Next would do it anew for each answer, in a hurry and a sixth larger. `server/boot/static-files.ts` sends them.
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
