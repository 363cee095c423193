/**
 * A process for `npm run walk`: sends an operation until it is warm and once more, and prints the files, functions, and lines
 * that the last request ran through. Works on DATABASE_URL; reads files below WALKED_ROOT.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type Profiler, Session } from "node:inspector/promises";
import { SourceMap } from "node:module";
import { relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ROUTES } from "@/server/api/host";
import { nodeHost } from "@/server/api/hosts/node";
import { createTestCard, type TestCard } from "../factories/cards";
import { createTestTenant, type TestTenant } from "../factories/tenants";
import { listen } from "../listen";
import { credentialsOf } from "./credentials";

const WARM_REQUESTS = 50;
/** Time for logging, counting, and announcing after the response. */
const AFTERMATH_MS = 200;

const [, , operation = ""] = process.argv;
const root = process.env.WALKED_ROOT ?? "";

const server = createServer(nodeHost(ROUTES));
const origin = `http://127.0.0.1:${await listen(server)}`;
const tenant = await createTestTenant();

const OPERATIONS: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  // A card per request, since frequent payments on one account count as a risk.
  "POST /v1/authorizations": async () => {
    const card = await createTestCard(tenant);
    return () => authorize(tenant, card);
  },
  "GET /v1/authorizations/{id}": async () => {
    const { recordId } = await authorize(tenant, await createTestCard(tenant));
    return () => send(tenant, `GET /v1/authorizations/${recordId}`, 200);
  },
};

const prepared = OPERATIONS[operation];
if (!prepared) {
  process.stderr.write(`npm run walk knows ${Object.keys(OPERATIONS).join(", ")}.\n`);
  process.exit(1);
}
const requests: (() => Promise<unknown>)[] = [];
for (let i = 0; i <= WARM_REQUESTS; i += 1) requests.push(await prepared());
const last = requests.pop();
for (const request of requests) await request();

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
// Resets the counts, so that functions that don't run again count zero.
await sleep(AFTERMATH_MS);
await session.post("Profiler.takePreciseCoverage");
await last?.();
await sleep(AFTERMATH_MS);
const { result } = await session.post("Profiler.takePreciseCoverage");
print(result);
process.exit();

async function authorize(sender: TestTenant, { panToken }: TestCard): Promise<{ readonly recordId: string }> {
  return (await send(sender, "POST /v1/authorizations", 201, { panToken, amount: 1 })) as { recordId: string };
}

async function send(sender: TestTenant, line: string, status: number, body?: object): Promise<unknown> {
  const [method = "", path = ""] = line.split(" ");
  const headers: Record<string, string> = { ...credentialsOf(sender) };
  if (body) Object.assign(headers, { "content-type": "application/json", "idempotency-key": randomUUID() });
  const response = await fetch(`${origin}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  assert.equal(response.status, status, text);
  return JSON.parse(text);
}

interface Passed {
  readonly functions: string[];
  readonly lines: Set<number>;
}

function print(scripts: readonly Profiler.ScriptCoverage[]): void {
  const passed = new Map<string, Passed>();
  for (const script of scripts) if (script.url.startsWith("file:")) collect(script, passed);
  const files = [...passed].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [file, { functions, lines }] of files) {
    process.stdout.write(`${String(lines.size).padStart(5)}  ${file}: ${functions.join(", ")}\n`);
  }
  const functions = files.reduce((sum, [, each]) => sum + each.functions.length, 0);
  const lines = files.reduce((sum, [, each]) => sum + each.lines.size, 0);
  process.stdout.write(`${operation}: ${files.length} files, ${functions} functions, ${lines} lines\n`);
}

function collect({ url, functions }: Profiler.ScriptCoverage, passed: Map<string, Passed>): void {
  const path = fileURLToPath(url);
  const code = readFileSync(path, "utf8");
  const map = sourceMapOf(path);
  if (!map) return;
  const placeOf = placesIn(code, map, url);
  // Skips module-level code, which runs when loaded; ours waits in the middle of it.
  const called = functions.filter(({ ranges: [whole] }) => whole && whole.endOffset - whole.startOffset < code.length);
  const wasRun = new Uint8Array(code.length);
  // Outer ranges first, so that inner ones override them.
  const ranges = called.flatMap((each) => each.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) wasRun.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  for (let offset = 0; offset < code.length; offset += 1) {
    if (wasRun[offset] === 0 || /[\s{}();,]/.test(code[offset] ?? "")) continue;
    const place = placeOf(offset);
    if (place) entryOf(passed, place.file).lines.add(place.line);
  }
  for (const { functionName, ranges: own } of called) {
    const [whole] = own;
    if (!whole || whole.count === 0) continue;
    const place = placeOf(whole.startOffset);
    if (place) entryOf(passed, place.file).functions.push(functionName || `line ${place.line}`);
  }
}

function entryOf(passed: Map<string, Passed>, file: string): Passed {
  const known = passed.get(file) ?? { functions: [], lines: new Set() };
  passed.set(file, known);
  return known;
}

function sourceMapOf(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
  } catch {
    return null;
  }
}

function placesIn(code: string, map: SourceMap, url: string) {
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let row = 0;
  return (offset: number): { readonly file: string; readonly line: number } | null => {
    if (offset < (starts[row] ?? 0)) row = 0;
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= offset) row += 1;
    const entry = map.findEntry(row, offset - (starts[row] ?? 0));
    if (!("originalSource" in entry)) return null;
    const file = relative(root, fileURLToPath(new URL(entry.originalSource, url)));
    const isOurs = !file.startsWith("..") && !file.includes("node_modules/") && !file.startsWith("server/testing/");
    return isOurs ? { file, line: entry.originalLine + 1 } : null;
  };
}
