import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ESBUILD_OPTIONS } from "../build/esbuild-options.mjs";
import { staysInPlace } from "../build/stays-in-place.mjs";
import { ROOT } from "../run.mjs";

/**
 * Compiles TypeScript files into a folder that it empties, each at its own path, and what they share as chunks: else each
 * process would compile and resolve hundreds of modules. The folder is inside node_modules, where packages are found.
 */
export async function compile(files, folder) {
  // Here, since this script is read before anything is installed.
  const { build } = await import("esbuild");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Else Node compiles each module once more to see which kind it is.
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  await build({
    ...ESBUILD_OPTIONS,
    entryPoints: files,
    outdir: folder,
    outbase: ROOT,
    plugins: [
      staysInPlace((path) => ({
        "import.meta.url": JSON.stringify(pathToFileURL(path).href),
        "import.meta.dirname": JSON.stringify(dirname(path)),
      })),
    ],
  });
}
