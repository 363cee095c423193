import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const folder = mkdtempSync(join(tmpdir(), "closed-loop-programs-"));
after(() => rmSync(folder, { recursive: true }));

const FILES = {
  "fine.mjs": 'test("passes", () => {}); test("is skipped", { skip: true }, () => {});',
  "fails.mjs": 'test("outer", (t) =>\n t.test("inner", () => assert.equal(1, 2)));',
  "throws.mjs": 'throw new Error("at its import");',
  "hook.mjs": 'after(() => { throw new Error("in its hook"); }); test("passes", () => {});',
  "signal.mjs": 'test("passes", () => void process.on("SIGHUP", () => {}));',
  "environment.mjs":
    'process.env.LEFT = "1"; globalThis[Symbol.for("closed-loop.left")] = 1; test("passes", () => {});',
  "fresh.mjs":
    'test("passes", () => assert.deepEqual([process.env.LEFT, globalThis[Symbol.for("closed-loop.left")]], [undefined, undefined]));',
  "endless.mjs": 'test("waits for what never comes", () => new Promise(() => void setInterval(() => {}, 10)));',
  "exits.mjs": 'test("passes", () => {}); test("ends its process", () => process.exit(0));',
  "killed.mjs": 'test("is killed", () => process.kill(process.pid, "SIGKILL"));',
  "after-exits.mjs": 'test("would pass", () => {});',
  "after-killed.mjs": 'test("would pass", () => {});',
};

const GROUPS: readonly (readonly (keyof typeof FILES)[])[] = [
  ["fine.mjs", "fails.mjs", "throws.mjs", "hook.mjs", "environment.mjs", "fresh.mjs", "signal.mjs"],
  ["exits.mjs", "after-exits.mjs"],
  ["killed.mjs", "after-killed.mjs"],
  ["endless.mjs"],
];

interface Report {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly place?: string; readonly title: string; readonly text?: string }[];
}

async function runGroups(): Promise<Report> {
  const launch = (file: string) => pathToFileURL(resolve("server/scripts/tests", file)).href;
  for (const [name, source] of Object.entries(FILES)) {
    const imports = 'import assert from "node:assert/strict"; import { after, test } from "node:test";';
    writeFileSync(join(folder, name), `${imports}\n${source}\n`);
  }
  const programs = GROUPS.map((names, index) => {
    const timeout = names.includes("endless.mjs") ? 1_000 : 60_000;
    const files = names.map((name) => ({ name, url: pathToFileURL(join(folder, name)).href }));
    const program = join(folder, `${index}.mjs`);
    const imports = `import { runTestFiles } from "${launch("run-test-files.mjs")}";`;
    writeFileSync(program, `${imports}\nawait runTestFiles(${JSON.stringify(files)}, ${timeout}, 100);\n`);
    return program;
  });
  const options = { names: GROUPS.flat(), concurrency: 2, timeoutMs: 60_000, isShown: false };
  const script = `
    import { runPrograms } from "${launch("run-programs.mjs")}";
    console.log(JSON.stringify(await runPrograms(${JSON.stringify(programs)}, ${JSON.stringify(options)})));
  `;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env });
  return JSON.parse(stdout);
}

test("any bad end of a test file is a failure with its name, once, and doesn't reach the next", async () => {
  const { passed, skipped, failures } = await runGroups();
  assert.deepEqual({ passed, skipped }, { passed: 5, skipped: 1 });
  const reported = failures.map(({ place, title }) =>
    place ? `${basename(place)} ${title}` : title.replace(/:.*/, ""),
  );
  assert.deepEqual(reported.sort(), [
    "after-exits.mjs its process ended before it had an outcome",
    "after-killed.mjs its process ended before it had an outcome",
    "endless.mjs does not end",
    "endless.mjs its process ended while it ran",
    "exits.mjs its process ended while it ran",
    "fails.mjs:3 outer › inner",
    "hook.mjs:2 ",
    "killed.mjs its process ended while it ran",
    "signal.mjs ",
    "throws.mjs:2 ",
  ]);
  const textOf = (file: string) => failures.find(({ place, title }) => place?.startsWith(file) && title === "")?.text;
  assert.match(textOf("throws.mjs") ?? "", /^Error: at its import/);
  assert.match(textOf("hook.mjs") ?? "", /^Error: in its hook/);
  assert.match(textOf("signal.mjs") ?? "", /leaves the process it shares as it was.*SIGHUP: 1/s);
});
