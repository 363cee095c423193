import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../run.mjs";
import { compile } from "./compile.mjs";

const FOLDER = join(ROOT, "node_modules/.cache/closed-loop/tests");
export const COMPILED = join(FOLDER, "compiled");

const PROGRAMS = [
  "server/testing/clients/api-process.ts",
  "server/testing/clients/line-writer.ts",
  "server/testing/clients/metrics-workers.ts",
  "server/testing/clients/guesser.ts",
  "server/testing/clients/planes.ts",
  "server/testing/clients/request-runner.ts",
  "server/testing/engine/delivery-worker.ts",
  "server/testing/engine/engine-process.ts",
];

export async function compileTests(files) {
  rmSync(FOLDER, { recursive: true, force: true });
  await compile([...files, ...PROGRAMS], COMPILED);
}

/**
 * Writes a program per group of compiled tests and returns the programs. Each file is reached through its own symlink at the
 * same depth: under another path, and with --preserve-symlinks, Node loads separate copies of our modules.
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
