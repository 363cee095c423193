/**
 * npm run bench [-- --only=authorize,capture --rounds=5 --seconds=3 --connections=1,16,64 --nodes=1 --minutes=60 --json]
 *
 * Runs the built app and its baselines in turns, on a throwaway database and separate ports.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { hashOf, stampAt } from "./build/stamp.mjs";
import { prepare } from "./prepare.mjs";
import { installed, runNode, runScript, Stop, typeScript } from "./run.mjs";
import { inTurn } from "./turn.mjs";

const PLAIN_STACK = "bench/baselines/plain-stack";
const stamp = stampAt(`${PLAIN_STACK}/.next/closed-loop-build`);
const BUILT_FROM = [
  ...["app", "authorize.ts", "find-tenant.ts", "read-facts.ts", "prisma.ts", "next.config.ts", "tsconfig.json"].map(
    (name) => `${PLAIN_STACK}/${name}`,
  ),
  "bench/baselines/by-hand/decide.ts",
  ...["server/domain", "server/platform", "server/contracts"],
  ...["prisma/schema.prisma", "package-lock.json"],
];

await runScript(async () => {
  await prepare();
  await inTurn(buildPlainStack);
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-bench-"));
  try {
    const bench = typeScript("bench/run.ts", folder, ...process.argv.slice(2));
    // The bench is mostly idle, and would otherwise collect garbage while others are measured.
    const { code } = await runNode(["--no-memory-reducer", ...bench], {
      env: { NODE_ENV: "production" },
      isShown: true,
    });
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function buildPlainStack() {
  const hash = hashOf(BUILT_FROM);
  if (stamp.matches(hash)) return;
  process.stderr.write("Building the plain stack that the app is measured against.\n");
  stamp.clear();
  const { code, output } = await runNode([installed("next/dist/bin/next"), "build", PLAIN_STACK], {
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Stop(`${output}\nThe plain stack could not be built: Next.js says why above.`);
  stamp.write(hash);
}
