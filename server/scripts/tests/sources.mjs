import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../run.mjs";

const PLACE = /(?:file:\/\/)?(\/[^\s()]+\.js):(\d+):(\d+)/g;

const maps = new Map();

export function inSources(text) {
  return text.replaceAll(PLACE, (place, file, line, column) => {
    const found = findSource(file, Number(line), Number(column));
    return found ? `${found.file}:${found.line}:${found.column}` : place;
  });
}

export function placeOf(file, line, column) {
  const found = findSource(file, line, column);
  return found ? `${found.file}:${found.line}` : `${relative(ROOT, file)}:${line}`;
}

function findSource(file, line, column) {
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined) return null;
  const { originalSource, originalLine, originalColumn } = entry;
  const source = originalSource.startsWith("file:") ? fileURLToPath(originalSource) : originalSource;
  return { file: relative(ROOT, resolve(dirname(file), source)), line: originalLine + 1, column: originalColumn + 1 };
}

function mapOf(file) {
  if (!maps.has(file)) {
    const path = `${file}.map`;
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : null);
  }
  return maps.get(file);
}
