import { relative } from "node:path";
import { ROOT } from "../run.mjs";
import { ONLY_TESTS } from "./select-tests.mjs";

const FILES_AND_PROGRAMS = /^(node:)?(fs|fs\/promises|child_process)$|^tsx\//;

/**
 * For each file, all files that it imports directly or indirectly, itself included, relative to the checkout; and whether a
 * test among them reads files that nothing imports. The product reads only migrations from the sources, which affect every test
 * anyway.
 */
export async function importGraph(files) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: files,
    outdir: "unwritten",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    jsx: "automatic",
    logLevel: "error",
  });
  const importsOf = (path) => metafile.inputs[path]?.imports ?? [];
  return files.map((path) => {
    const file = relative(ROOT, path);
    const reaches = new Set([file]);
    for (const reached of reaches)
      for (const { path, external } of importsOf(reached)) if (!external) reaches.add(path);
    const byTests = [...reaches].filter((reached) => ONLY_TESTS.test(reached)).flatMap(importsOf);
    return { file, reaches, readsPaths: byTests.some(({ path }) => FILES_AND_PROGRAMS.test(path)) };
  });
}
