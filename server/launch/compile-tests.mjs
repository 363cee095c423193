import { readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./run.mjs";

/** Inside node_modules, so that what the tests import is found from there. */
const FOLDER = join(ROOT, "node_modules/.cache/closed-loop/tests");

/**
 * Compiles test files, and what they share as chunks: a process for each file would else compile and resolve hundreds of
 * modules each time, which takes longer than most tests. Returns the compiled files.
 */
export async function compileTests(files) {
  // Here, since this script is read before anything is installed.
  const { build } = await import("esbuild");
  rmSync(FOLDER, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: files,
    outdir: FOLDER,
    outbase: ROOT,
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20.19",
    jsx: "automatic",
    sourcemap: true,
    logLevel: "warning",
    plugins: [staysInPlace],
  });
  return files.map((file) => join(FOLDER, relative(ROOT, file).replace(/\.tsx?$/, ".js")));
}

/** A module that asks where it is hears where its source is. */
const staysInPlace = {
  name: "stays-in-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes("import.meta.")) return undefined;
      const contents = source
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};
