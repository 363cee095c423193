import { spawn } from "node:child_process";
import { z } from "zod";
import type { Planes } from "./start-planes";

const ChangeOver = z.object({ closedLoop: z.literal("change over"), build: z.string() });

/**
 * Lets the launcher switch to another build while this app runs, and reports whether the new build serves. If it doesn't, the
 * old one continues.
 */
export function changeOverOnRequest(planes: Planes, ownerUrl: string | null): void {
  process.on("message", async (message: unknown) => {
    const { data } = ChangeOver.safeParse(message);
    if (!data) return;
    const reason = await changeOver(planes, data.build, ownerUrl).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    process.send?.({ closedLoop: "changed over", reason });
  });
}

async function changeOver(planes: Planes, build: string, ownerUrl: string | null): Promise<void> {
  await migrateAs(build, ownerUrl);
  await planes.changeOver(build);
}

/** Runs in the new build, which knows its migrations. Meanwhile the old app serves on the newer database. */
async function migrateAs(build: string, ownerUrl: string | null): Promise<void> {
  const env = { ...process.env, CLOSED_LOOP_BUILD: build, ...(ownerUrl ? { DATABASE_OWNER_URL: ownerUrl } : {}) };
  const migration = spawn(process.execPath, [`${build}/closed-loop/migrate-database.mjs`], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise((resolve, reject) => {
    migration.once("error", reject);
    migration.once("exit", resolve);
  });
  if (code !== 0) throw new Error("its migrations could not be applied");
}
