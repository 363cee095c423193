import { basename, join, relative, sep } from "node:path";
import { COMMANDS } from "../commands.mjs";
import { ROOT, Stop } from "../run.mjs";
import { BUNDLE, currentBuild } from "./builds.mjs";
import { ESBUILD_OPTIONS } from "./esbuild-options.mjs";
import { staysInPlace } from "./stays-in-place.mjs";

/** Programs next to Next, bundled together so that they share chunks. */
const PROGRAMS = [
  "server/main.ts",
  "server/boot/run-with-database.ts",
  "server/programs/migrate-database.ts",
  ...new Set(Object.values(COMMANDS).map(({ file }) => file)),
];

/** Bundles each program as plain JavaScript, so that Node needn't resolve and compile hundreds of files at every start. */
export async function bundle(folder) {
  // Imported here, because this module is loaded before packages are installed.
  const { build } = await import("esbuild");
  await build({
    ...ESBUILD_OPTIONS,
    entryPoints: PROGRAMS,
    // A flat folder, so that every chunk has the same relative path to the sources.
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    sourcesContent: false,
    // Relative, so that a build can be moved with its checkout.
    plugins: [
      staysInPlace((path) => {
        const fromHere = JSON.stringify(relative(folder, path).split(sep).join("/"));
        return { "import.meta.url": `new URL(${fromHere}, import.meta.url).href` };
      }),
    ],
  });
}

export function bundled(file, build = currentBuild()) {
  if (!build) throw new Stop("The app is not built: run npm run build first.");
  return [join(ROOT, build, BUNDLE, `${basename(file, ".ts")}.mjs`)];
}
