import { existsSync } from "node:fs";
import { join } from "node:path";
import { announced, installed, ROOT, runNode, Stop } from "../run.mjs";
import { BUILD, BUNDLE, beginBuild, currentBuild, findBuild, finishBuild, NEXT_BUILD, switchTo } from "./builds.mjs";
import { bundle } from "./bundle.mjs";
import { compressStatic } from "./compress-static.mjs";
import { hashOf } from "./stamp.mjs";

export const BUILT_FROM = [
  "app",
  "components",
  "server",
  "public",
  "prisma/schema.prisma",
  "prisma/migrations",
  "prisma/seed",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/** Excludes tests, and launch scripts except the one that defines the bundle. */
const isBuilt = (file) => !/\.(test|long)\.tsx?$|\/server\/scripts\/(?!build\/bundle\.)/.test(file);

export const build = {
  isDue() {
    const current = currentBuild();
    // An image contains only the build, not its sources.
    if (current && !existsSync(join(ROOT, "next.config.ts"))) return false;
    return current === null || findBuild(hashOf(BUILT_FROM, isBuilt)) !== current;
  },

  async run() {
    // Hashed before building, so that a file saved meanwhile makes the build stale.
    const hash = hashOf(BUILT_FROM, isBuilt);
    const kept = findBuild(hash);
    if (kept) return switchTo(kept);
    beginBuild();
    const { code, output } = await announced("Building the app: half a minute or more.", () =>
      runNode([installed("next/dist/bin/next"), "build"], { env: { NODE_ENV: "production", [BUILD]: NEXT_BUILD } }),
    );
    if (code !== 0) throw new Stop(`${output}\nThe app could not be built: Next.js says why above.`);
    await compressStatic(`${NEXT_BUILD}/static`);
    await bundle(join(ROOT, NEXT_BUILD, BUNDLE));
    finishBuild(hash);
  },
};
