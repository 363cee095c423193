import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { BUILT_FROM } from "../build/build.mjs";
import { ROOT, Stop, say } from "../run.mjs";
import { THROWAWAY_DATABASE } from "../throwaway.mjs";
import { STARTED } from "./e2e-tests.mjs";
import { importGraph } from "./import-graph.mjs";
import { selectTests } from "./select-tests.mjs";

/** The tests that can be affected by changes since `since`. Prints their number and why. */
export async function changedTests({ serverFiles, e2eFiles }, since) {
  const changed = changedFiles(since);
  const programs = [THROWAWAY_DATABASE, ...Object.values(STARTED)].map((file) => join(ROOT, file));
  const [database, ...graph] = await importGraph([...programs, ...serverFiles, ...e2eFiles]);
  const started = Object.keys(STARTED).map((by) => ({ by, reaches: graph.shift().reaches }));
  const tests = graph.slice(0, serverFiles.length);
  const specs = graph.slice(serverFiles.length);
  const foundation = database.reaches;
  const { files, reason } = selectTests({ changed, tests, specs, app: BUILT_FROM, foundation, started });
  const selected = new Set(files.map((file) => join(ROOT, file)));
  const chosen = {
    serverFiles: serverFiles.filter((file) => selected.has(file)),
    e2eFiles: e2eFiles.filter((file) => selected.has(file)),
  };
  const share = (kind, some, all) => `${some.length} of ${all.length} ${kind} test files`;
  say(`${changed.length} files differ from ${since || "main"}. They can reach`);
  say(`  ${share("server", chosen.serverFiles, serverFiles)}`);
  say(`  ${share("end-to-end", chosen.e2eFiles, e2eFiles)}${reason ? `, since ${reason}` : ""}`);
  return chosen;
}

function changedFiles(since) {
  const base = since ? git("merge-base", "HEAD", since).trim() : (mainBase() ?? "HEAD");
  const changed = list(git("diff", "--name-only", "--no-renames", "-z", base));
  return [...new Set([...changed, ...list(git("ls-files", "--others", "--exclude-standard", "-z"))])];
}

/** On main itself, compares with what was pushed. */
function mainBase() {
  const isMain = git("rev-parse", "--abbrev-ref", "HEAD").trim() === "main";
  for (const main of isMain ? ["origin/main"] : ["main", "origin/main"]) {
    const { status, stdout } = run("merge-base", "HEAD", main);
    if (status === 0) return stdout.trim();
  }
  return null;
}

function git(...args) {
  const { status, stdout, stderr = "" } = run(...args);
  if (status === 0) return stdout;
  throw new Stop(`npm test -- --changed asks git what changed, and git can't say: ${stderr.trim() || "is it here?"}`);
}

function run(...args) {
  return spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
}

function list(text) {
  return text.split("\0").filter(Boolean);
}
