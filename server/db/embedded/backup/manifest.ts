import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "@/server/platform/start-error";

/** Written last: a folder without it isn't a complete backup. */
export const MANIFEST = "manifest.json";
export const FILES = "data";

/** A relative path that can't leave the folder. */
const path = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[\w./-]+$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Content = z.object({
  format: z.literal(1),
  version: z.string(),
  migrations: z.array(z.string()),
  postgresMajor: z.string(),
  startedAt: z.iso.datetime(),
  /** The backup contains every commit acknowledged by then. */
  dataAt: z.iso.datetime(),
  lsn: z.string(),
  folders: z.array(path),
  files: z.array(z.object({ path, bytes: z.number().int().min(0), sha256 })),
});

export type BackupContent = Readonly<z.infer<typeof Content>>;

const Manifest = z.object({ sha256, content: z.unknown() });

export function manifestOf(content: BackupContent): string {
  return `${JSON.stringify({ sha256: sumOf(content), content })}\n`;
}

/** Throws StartError for an incomplete backup or an unknown format. */
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
