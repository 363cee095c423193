import { existsSync } from "node:fs";
import { join } from "node:path";
import { installed, ROOT, runNode, Stop, say } from "../run.mjs";
import { hashOf, stampAt } from "./stamp.mjs";

const stamp = stampAt("node_modules/.cache/closed-loop/client");
const inputs = [
  "prisma/schema.prisma",
  "prisma.config.ts",
  "node_modules/prisma/package.json",
  "node_modules/@prisma/client/package.json",
];

export const generateClient = {
  isDue() {
    return !existsSync(join(ROOT, "prisma/generated/client.ts")) || !stamp.matches(hashOf(inputs));
  },

  async run() {
    say("Generating the database client.");
    stamp.clear();
    const { code, output } = await runNode([installed("prisma/build/index.js"), "generate"]);
    if (code !== 0) throw new Stop(`${output}\nThe database client could not be generated: Prisma says why above.`);
    stamp.write(hashOf(inputs));
  },
};
