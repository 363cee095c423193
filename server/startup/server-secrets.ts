import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/db/embedded";
import { writePrivateFile } from "@/server/db/embedded/private-file";

const hexKey = () => randomBytes(32).toString("hex");

/** What the embedded default generates at its first start. A name added here is generated at the next one. */
const generators: Readonly<Record<string, () => string>> = {
  HMAC_KEY: hexKey,
};

/** Fills in what the environment leaves open. What was generated once stays: stored hashes depend on it. */
export function provideServerSecrets(dataFolder: string, environment: NodeJS.ProcessEnv = process.env): void {
  const file = join(dataFolder, "secrets.json");
  const stored = readStored(file);
  const missing = Object.entries(generators).filter(([name]) => stored[name] === undefined);
  if (missing.length > 0) {
    for (const [name, generate] of missing) stored[name] = generate();
    writePrivateFile(file, `${JSON.stringify(stored, null, 2)}\n`);
  }
  for (const name of Object.keys(generators)) environment[name] ||= stored[name];
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
