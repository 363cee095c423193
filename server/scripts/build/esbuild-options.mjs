import { ROOT } from "../run.mjs";

/** Of everything that is compiled to run on Node, built app and tests alike. */
export const ESBUILD_OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  jsx: "automatic",
  sourcemap: true,
  logLevel: "warning",
};
