import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ESBUILD_OPTIONS } from "../build/esbuild-options.mjs";
import { staysInPlace } from "../build/stays-in-place.mjs";
import { ROOT } from "../run.mjs";

/**
 * Compiles TypeScript files into an emptied folder, each at its own path, with shared chunks; otherwise each process would
 * compile and resolve hundreds of modules. The folder is inside node_modules, so that packages resolve.
 */
export async function compile(files, folder) {
  // Imported here, because this module is loaded before packages are installed.
  const { build } = await import("esbuild");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Otherwise Node compiles each module twice to detect its type.
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  await build({
    ...ESBUILD_OPTIONS,
    entryPoints: files,
    outdir: folder,
    outbase: ROOT,
    // Under its own name it would be one of Inngest's optional peers, and be installed with the app.
    alias: { express: "express-5" },
    plugins: [
      staysInPlace((path) => ({
        "import.meta.url": JSON.stringify(pathToFileURL(path).href),
        "import.meta.dirname": JSON.stringify(dirname(path)),
      })),
    ],
  });
}
