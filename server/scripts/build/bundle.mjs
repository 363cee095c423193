import { basename, join, relative, sep } from "node:path";
import { ROOT, Stop } from "../run.mjs";
import { BUNDLE, currentBuild } from "./builds.mjs";
import { ESBUILD_OPTIONS } from "./esbuild-options.mjs";
import { staysInPlace } from "./stays-in-place.mjs";

/** What runs beside Next. All in one build, so that they share their chunks. */
const PROGRAMS = [
  "server/main.ts",
  "server/boot/run-with-database.ts",
  "server/boot/reset-database.ts",
  "server/boot/backups/back-up.ts",
  "server/boot/backups/restore.ts",
  "server/programs/prove-books.ts",
  "server/programs/check-statement.ts",
  "server/programs/create-operator.ts",
  "server/programs/reset-second-factor.ts",
  "server/programs/rotate-keys.ts",
  "server/programs/restored.ts",
  "server/programs/migrate-database.ts",
];

/** Each program of `PROGRAMS` as plain JavaScript, so that Node need not find and compile hundreds of files at every start. */
export async function bundle(folder) {
  // Here, since this script is read before anything is installed.
  const { build } = await import("esbuild");
  await build({
    ...ESBUILD_OPTIONS,
    entryPoints: PROGRAMS,
    // One flat folder: every chunk is as far from the sources as every other.
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    sourcesContent: false,
    // Relative, so that a build that was moved with its checkout finds what is in it.
    plugins: [
      staysInPlace((path) => {
        const fromHere = JSON.stringify(relative(folder, path).split(sep).join("/"));
        return { "import.meta.url": `new URL(${fromHere}, import.meta.url).href` };
      }),
    ],
  });
}

/** The arguments that run a program of a build, for the Node that runs us. */
export function bundled(file, build = currentBuild()) {
  if (!build) throw new Stop("The app is not built: run npm run build first.");
  return [join(ROOT, build, BUNDLE, `${basename(file, ".ts")}.mjs`)];
}
