import { announced, installed, runNode, Stop } from "../run.mjs";
import { bundle } from "./bundle.mjs";
import { compressStatic } from "./compress-static.mjs";
import { hashOf, stampAt } from "./stamp.mjs";

const stamp = stampAt(".next/closed-loop-build");
export const BUILT_FROM = [
  "app",
  "components",
  "server",
  "public",
  "prisma/schema.prisma",
  "prisma/seed",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/** Tests are in no build, and of the launch scripts one says what a build is. */
const isBuilt = (file) => !/\.(test|long)\.tsx?$|\/server\/launch\/(?!build\/bundle\.)/.test(file);

export const build = {
  isDue() {
    return !stamp.matches(hashOf(BUILT_FROM, isBuilt));
  },

  async run() {
    // Taken before, so that a file saved during the build makes it stale.
    const hash = hashOf(BUILT_FROM, isBuilt);
    stamp.clear();
    const { code, output } = await announced("Building the app: half a minute or more.", () =>
      runNode([installed("next/dist/bin/next"), "build"], { env: { NODE_ENV: "production" } }),
    );
    if (code !== 0) throw new Stop(`${output}\nThe app could not be built: Next.js says why above.`);
    await compressStatic(".next/static");
    await compressStatic(".next/server/app/openapi");
    await bundle();
    stamp.write(hash);
  },
};
