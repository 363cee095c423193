import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { importGraph } from "./import-graph.mjs";
import { ROOT, Stop, say } from "./run.mjs";
import { selectTests } from "./select-tests.mjs";

/** Of these tests, those that can be reached by what differs from main. Says what is left out and why. */
export async function changedTests({ serverFiles, e2eFiles }) {
  const changed = changedFiles();
  const graph = await importGraph([...serverFiles, ...e2eFiles]);
  const tests = graph.slice(0, serverFiles.length);
  const specs = graph.slice(serverFiles.length);
  const { files, reason } = selectTests({ changed, tests, specs });
  const selected = new Set(files.map((file) => join(ROOT, file)));
  const chosen = {
    serverFiles: serverFiles.filter((file) => selected.has(file)),
    e2eFiles: e2eFiles.filter((file) => selected.has(file)),
  };
  const share = (kind, some, all) => `${some.length} of ${all.length} ${kind} test files`;
  say(`${changed.length} files differ from main. They can reach`);
  say(`  ${share("server", chosen.serverFiles, serverFiles)}`);
  say(`  ${share("end-to-end", chosen.e2eFiles, e2eFiles)}${reason ? `, since ${reason}` : ""}`);
  return chosen;
}

/** Against the merge base of main and the branch we are on; what is not committed, and new files, included. */
function changedFiles() {
  const base = mergeBase() ?? "HEAD";
  const changed = list(git("diff", "--name-only", "--no-renames", "-z", base));
  return [...new Set([...changed, ...list(git("ls-files", "--others", "--exclude-standard", "-z"))])];
}

/** On main itself: what was not pushed yet. */
function mergeBase() {
  const isMain = git("rev-parse", "--abbrev-ref", "HEAD").trim() === "main";
  for (const main of isMain ? ["origin/main"] : ["main", "origin/main"]) {
    const { status, stdout } = run("merge-base", "HEAD", main);
    if (status === 0) return stdout.trim();
  }
  return null;
}

function git(...args) {
  const { status, stdout } = run(...args);
  if (status === 0) return stdout;
  throw new Stop("npm test -- --changed asks git what changed, and git can't say: is this a clone?");
}

function run(...args) {
  return spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
}

function list(text) {
  return text.split("\0").filter(Boolean);
}
