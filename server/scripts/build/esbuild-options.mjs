import { ROOT } from "../run.mjs";

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
