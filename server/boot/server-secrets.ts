import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/db/embedded";
import { writePrivateFile } from "@/server/db/embedded/private-file";

/**
 * Provides the server's key if the environment doesn't: the data folder's `HMAC_KEYS` or `HMAC_KEY`, otherwise a new one. A
 * generated key is kept, since stored hashes depend on it.
 */
export function provideServerSecrets(dataFolder: string, environment: NodeJS.ProcessEnv = process.env): void {
  if (environment.HMAC_KEYS || environment.HMAC_KEY) return;
  const file = join(dataFolder, "secrets.json");
  const stored = readStored(file);
  const name = stored.HMAC_KEYS ? "HMAC_KEYS" : "HMAC_KEY";
  if (!stored[name]) {
    stored[name] = randomBytes(32).toString("hex");
    writePrivateFile(file, `${JSON.stringify(stored, null, 2)}\n`);
  }
  environment[name] = stored[name];
}

function readStored(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new StartError(`${file} can't be read: it belongs to the user who started Closed Loop here before.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError(`${file} is damaged, and without the keys in it the stored hashes mean nothing.`);
  }
}
