import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { staysInPlace } from "../build/stays-in-place.mjs";
import { ROOT } from "../run.mjs";

/** Inside node_modules, so that what the tests import is found from there. */
const FOLDER = join(ROOT, "node_modules/.cache/closed-loop/tests");
const COMPILED = join(FOLDER, "compiled");

/** Compiles test files, and what they share as chunks: else each would compile and resolve hundreds of modules. */
export async function compileTests(files) {
  // Here, since this script is read before anything is installed.
  const { build } = await import("esbuild");
  rmSync(FOLDER, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: files,
    outdir: COMPILED,
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
    plugins: [
      staysInPlace((path) => ({
        "import.meta.url": JSON.stringify(pathToFileURL(path).href),
        "import.meta.dirname": JSON.stringify(dirname(path)),
      })),
    ],
  });
}

/**
 * Writes a program for each group of compiled tests, and returns the programs. Every file is reached through a link of its
 * own, as deep as what it leads to: under another path Node loads another copy of our modules, if it is set to keep links.
 */
export function writeGroups(groups, timeoutMs) {
  const harness = new URL("run-test-files.mjs", import.meta.url).href;
  let links = 0;
  return groups.map((group, index) => {
    const entries = group.map((file) => {
      const name = relative(ROOT, file);
      const link = join(FOLDER, `copy-${++links}`);
      symlinkSync(COMPILED, link);
      return { name, url: pathToFileURL(join(link, name.replace(/\.tsx?$/, ".js"))).href };
    });
    const program = join(FOLDER, `${String(index + 1).padStart(3, "0")}.mjs`);
    const call = `await runTestFiles(${JSON.stringify(entries, null, 2)}, ${timeoutMs});`;
    writeFileSync(program, `import { runTestFiles } from ${JSON.stringify(harness)};\n${call}\n`);
    return program;
  });
}
