import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { writePrivateFile } from "./private-file";
import { StartError } from "./start-error";

/** What `postgres.json` in the data folder keeps between starts. */
export type ConnectionRecord = Readonly<{ port: number; password: string; cluster: string }>;

const FILE = "postgres.json";
const LOOPBACK = "127.0.0.1";

export function readConnectionRecord(dataFolder: string): ConnectionRecord | null {
  const file = join(dataFolder, FILE);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new StartError(`${file} can't be read: it belongs to the user who started Closed Loop here before.`);
  }
  try {
    const { port, password, cluster } = JSON.parse(text);
    if (Number.isInteger(port) && typeof password === "string" && typeof cluster === "string") {
      return { port, password, cluster };
    }
  } catch {
    // Falls through to the sentence below.
  }
  throw new StartError(`${file} is damaged: without the password in it the embedded database can't be opened.`);
}

/** The port of the last start if it is still free, else another: tools that were pointed at it keep working. */
export async function recordConnection(dataFolder: string, cluster: string): Promise<ConnectionRecord> {
  const before = readConnectionRecord(dataFolder);
  const port = before && (await isFree(before.port)) ? before.port : await findFreePort();
  const record = { port, password: before?.password ?? randomBytes(24).toString("base64url"), cluster };
  writePrivateFile(join(dataFolder, FILE), `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

export function toUrl(record: ConnectionRecord, databaseName: string): string {
  return `postgresql://postgres:${record.password}@${LOOPBACK}:${record.port}/${encodeURIComponent(databaseName)}`;
}

async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

async function findFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === null) throw new StartError("No free port is left on the loopback address for the database.");
  return port;
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen(port, LOOPBACK, () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === "object" ? address.port : null));
    });
  });
}
