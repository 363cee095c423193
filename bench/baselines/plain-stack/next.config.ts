import { join } from "node:path";
import type { NextConfig } from "next";

const config: NextConfig = {
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg"],
  turbopack: { root: join(import.meta.dirname, "../../..") },
  // The whole tree's types are checked elsewhere.
  typescript: { ignoreBuildErrors: true },
};

export default config;
