import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "@/server/platform/start-error";

/** Written last: a folder without it is no backup. */
export const MANIFEST = "manifest.json";
/** The database's files, in the backup's folder. */
export const FILES = "data";

/** Inside the folder of files, and never out of it. */
const path = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[\w./-]+$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Content = z.object({
  format: z.literal(1),
  /** Of the service. */
  version: z.string(),
  /** Applied to the database, oldest first. */
  migrations: z.array(z.string()),
  postgresMajor: z.string(),
  startedAt: z.iso.datetime(),
  /** It contains every commit that was answered by then. */
  dataAt: z.iso.datetime(),
  /** Where in the write-ahead log it is whole. */
  lsn: z.string(),
  folders: z.array(path),
  files: z.array(z.object({ path, bytes: z.number().int().min(0), sha256 })),
});

export type BackupContent = Readonly<z.infer<typeof Content>>;

const Manifest = z.object({ sha256, content: z.unknown() });

export function manifestOf(content: BackupContent): string {
  return `${JSON.stringify({ sha256: sumOf(content), content })}\n`;
}

/** Throws StartError for a folder that holds no whole backup, and for one of another form. */
export function readManifest(backup: string): BackupContent {
  const file = join(backup, MANIFEST);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    if (code !== "ENOENT") throw new StartError(`${file} can't be read (${code}).`);
    throw new StartError(`${backup} holds no whole backup: ${MANIFEST}, which is written last, is missing.`);
  }
  const manifest = Manifest.safeParse(tryToParse(text));
  if (!manifest.success || sumOf(manifest.data.content) !== manifest.data.sha256) {
    throw new StartError(`${file} is damaged: take another backup.`);
  }
  const content = Content.safeParse(manifest.data.content);
  if (!content.success) throw new StartError(`${file} was written by another version: restore it with that one.`);
  return content.data;
}

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sumOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
