import { join } from "node:path";
import type { NextConfig } from "next";

const config: NextConfig = {
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg"],
  turbopack: { root: join(import.meta.dirname, "../../..") },
  typescript: { ignoreBuildErrors: true },
};

export default config;
