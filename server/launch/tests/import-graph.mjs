import { relative } from "node:path";
import { ROOT } from "../run.mjs";

const FILES_AND_PROGRAMS = /^(node:)?(fs|fs\/promises|child_process)$|^tsx\//;

/**
 * What each of these files imports in any number of steps, itself among it, as paths relative to the checkout; and whether
 * any of it can read what nothing imports.
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
    const outside = [...reaches].flatMap((reached) => importsOf(reached).filter(({ external }) => external));
    return { file, reaches, readsPaths: outside.some(({ path }) => FILES_AND_PROGRAMS.test(path)) };
  });
}
