import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { InngestFunction } from "inngest";
import { z } from "zod";
import packageJson from "@/package.json";
import { buildFolder } from "@/server/platform/build-folder";
import { processSingleton } from "@/server/platform/singleton";
import { inngest } from "./client";
import { functions } from "./functions";

export interface Build {
  /** Sorts builds from old to new. */
  readonly name: string;
  readonly functions: readonly InngestFunction.Any[];
}

/** A function as it is declared to Inngest. */
export interface DeclaredFunction {
  readonly id: string;
  readonly url: string;
  /** Names of events, and crons. */
  readonly triggers: readonly string[];
}

const Declared = z.array(
  z
    .object({
      id: z.string(),
      steps: z.object({ step: z.object({ runtime: z.object({ url: z.string() }) }) }),
      triggers: z.array(z.union([z.object({ event: z.string() }), z.object({ cron: z.string() })])),
    })
    .transform(({ id, steps, triggers }) => ({
      id,
      url: steps.step.runtime.url,
      triggers: triggers.map((trigger) => ("cron" in trigger ? trigger.cron : trigger.event)),
    })),
);

/** The functions as the SDK declares them, and where Inngest is to call them. */
export function declare(build: Build, serveUrl: string): DeclaredFunction[] {
  const base = { baseUrl: new URL(serveUrl), appPrefix: inngest.id };
  return Declared.parse(build.functions.flatMap((one) => one["getConfig"](base)));
}

/** By version, then by when it was built; builds made at once, as if reproducible, differ by their functions. */
export function nameBuild(version: string, builtAt: string, built: Build["functions"]): string {
  const parts = version.split(/[.+-]/, 3).map((part) => part.padStart(6, "0"));
  const declared = declare({ name: "", functions: built }, "http://localhost/api/inngest");
  const digest = createHash("sha256").update(JSON.stringify(declared)).digest("hex");
  return `${parts.join(".")} ${builtAt} ${digest.slice(0, 12)}`;
}

/** The build that this process runs. */
export function currentBuild(): Build {
  return processSingleton("own-build", () => ({
    name: nameBuild(packageJson.version, whenBuilt(), functions),
    functions,
  }));
}

/** `npm run dev` runs no build, and what it runs is newer than any. */
function whenBuilt(): string {
  const built = statSync(join(process.cwd(), buildFolder(), "BUILD_ID"), { throwIfNoEntry: false });
  return built?.mtime.toISOString() ?? "unbuilt";
}
