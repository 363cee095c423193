import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { writePrivateFile } from "./private-file";

/** Content of `postgres.json`, which the data folder keeps between starts. */
export type ConnectionRecord = Readonly<{
  port: number;
  password: string;
  appPassword: string;
  cluster: string;
}>;

/** The app's role, which owns nothing (decision 083). */
export const APP_ROLE = "closed_loop_app";

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
    const { port, password, appPassword, cluster } = JSON.parse(text);
    const areTexts = [password, appPassword, cluster].every((text) => typeof text === "string");
    if (Number.isInteger(port) && areTexts) {
      return { port, password, appPassword, cluster };
    }
  } catch {
    // Reported below.
  }
  throw new StartError(`${file} is damaged: without the password in it the embedded database can't be opened.`);
}

/** Reuses the last port if it is free, so that tools pointed at it keep working. */
export async function recordConnection(dataFolder: string, cluster: string): Promise<ConnectionRecord> {
  const before = readConnectionRecord(dataFolder);
  const port = before && (await isFree(before.port)) ? before.port : await findFreePort();
  const [password, appPassword] = [before?.password ?? newPassword(), before?.appPassword ?? newPassword()];
  const record = { port, password, appPassword, cluster };
  writePrivateFile(join(dataFolder, FILE), `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

const newPassword = () => randomBytes(24).toString("base64url");

export function toUrl(record: ConnectionRecord, databaseName: string): string {
  return urlOf("postgres", record.password, record.port, databaseName);
}

export function toAppUrl(record: ConnectionRecord, databaseName: string): string {
  return urlOf(APP_ROLE, record.appPassword, record.port, databaseName);
}

function urlOf(role: string, password: string, port: number, databaseName: string): string {
  return `postgresql://${role}:${password}@${LOOPBACK}:${port}/${encodeURIComponent(databaseName)}`;
}

async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

/** A port of the loopback address that nobody listens at. */
export async function findFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === null) throw new StartError("No free port is left on the loopback address.");
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
