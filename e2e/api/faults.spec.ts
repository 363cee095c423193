import { execFile } from "node:child_process";
import { join } from "node:path";
import { checkHistory, compareRecords, expectedRecords } from "../faults/check/check-history";
import { ALL_KINDS, LANES, planLane } from "../faults/inject/plan";
import type { Exchange, Try } from "../faults/load/history";
import { expect, test } from "../fixtures/test";

/** A short run. `npm run test:faults` is the full one: two processes, a standby, Redis, a full disk, and hundreds of faults. */
test("nothing is lost, doubled or contradicted under a handful of faults", async () => {
  // Work claimed by a killed worker waits a minute and a half before another takes it.
  test.setTimeout(600_000);
  const program = join(process.env.E2E_PROGRAMS ?? "", "e2e/faults/main.js");
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, [program, "--short", "--seed=1"], (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, output: `${stdout}${stderr}` }),
    );
  });
  test.info().annotations.push({ type: "report", description: output });
  expect(code, output).toBe(0);
});

const planned = (seed: string) => LANES.flatMap((lane) => [...planLane(lane, seed)].slice(0, 100));

test("a seed plans the same faults every time, of every kind", () => {
  expect(planned("1")).toEqual(planned("1"));
  expect(planned("1")).not.toEqual(planned("2"));
  expect(new Set(planned("1").map(({ kind }) => kind))).toEqual(new Set(ALL_KINDS));
});

const answered = (text: string, isReplay = false, status = 200): Try => ({ at: 0, status, text, isReplay });
const LOST: Try = { at: 0, status: null, text: "TimeoutError", isReplay: false };

function sale(...tries: Try[]): Exchange {
  const request = { method: "POST", path: "/merchant/v1/transactions/sale", headers: {}, body: "{}" };
  const shared = { client: "0", operation: "sellTransaction", key: "k", request, mayRefuse: [], objections: [] };
  return { ...shared, tries, effects: ["capture 1234567 100"] };
}

for (const { name, tries, problems } of [
  { name: "an answer at once", tries: [answered("{}")], problems: [] },
  { name: "an answer to the repeat", tries: [LOST, answered("{}", true)], problems: [] },
  {
    name: "a secret that a repeat lacks",
    tries: [answered('{"a":1,"pin":"x"}'), answered('{"a":1}', true)],
    problems: [],
  },
  { name: "no answer", tries: [LOST, LOST], problems: ["was never answered"] },
  { name: "a fault of ours", tries: [answered("", false, 500), answered("{}")], problems: ["was answered with 500"] },
  { name: "done twice", tries: [answered("{}"), answered("{}")], problems: ["was done twice, by its answers"] },
  {
    name: "answers that differ",
    tries: [answered('{"a":1}'), answered('{"a":2}', true)],
    problems: ['has answers that differ: [["a",1]] and [["a",2]]'],
  },
]) {
  test(`the checker judges a history: ${name}`, () => {
    expect(checkHistory([sale(...tries)])).toEqual(problems.map((problem) => `sellTransaction k: ${problem}`));
  });
}

test("the checker notices what is lacking, and what there is too much of", () => {
  const expected = expectedRecords([sale(answered("{}"))]);
  expect(compareRecords(expected, ["key k", "capture 1234567 100"])).toEqual([]);
  expect(compareRecords(expected, ["key k"])).toEqual(["acknowledged, and 1 lacking: capture 1234567 100"]);
  expect(compareRecords(expected, ["key k", "capture 1234567 100", "capture 1234567 100"])).toEqual([
    "1 more than acknowledged: capture 1234567 100",
  ]);
  expect(expectedRecords([sale(LOST)])).toEqual([]);
});
