import { readdirSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { copyFile, type Sum } from "./copy-file";

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const FIRST = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m;

/**
 * Copies the log segments of a backup, from start to end, and the timeline history. Throws StartError if one is missing, since
 * the copy couldn't be made consistent.
 */
export async function copySegments(
  data: string,
  target: string,
  { label, last }: { readonly label: string; readonly last: string },
): Promise<(Sum & { readonly path: string })[]> {
  const first = FIRST.exec(label)?.[1] ?? "";
  const names = readdirSync(join(data, "pg_wal"));
  const segments = names.filter((name) => SEGMENT.test(name) && name >= first && name <= last);
  if (segments.length !== placeOf(last) - placeOf(first) + 1) throw isMissing(first, last);
  const copied = [];
  for (const name of [...segments, ...names.filter((file) => HISTORY.test(file))]) {
    const path = `pg_wal/${name}`;
    const sum = await copyFile(join(data, path), join(target, path));
    if (!sum) throw isMissing(first, last);
    copied.push({ path, ...sum });
  }
  return copied;
}

/** Segments are 16 MB; 256 of them make one of the 4 GB log files that the name counts. */
function placeOf(segment: string): number {
  return Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16);
}

function isMissing(first: string, last: string): StartError {
  return new StartError(`The write-ahead log from ${first} to ${last} is not all there any more: back up again.`);
}
