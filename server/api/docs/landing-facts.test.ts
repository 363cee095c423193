import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DEPLOY_COMMANDS, MEASURED, MEASURED_ON } from "@/components/public/landing/facts";
import { presentSampleDecline } from "@/server/presenters/public/sample-decline";

const read = (name: string) => readFileSync(name, "utf8").replace(/\s+/g, " ");

test("every figure of the start page is one that was measured", () => {
  const measured = read("docs/capacity.md") + read("README.md");
  const figures = MEASURED.flatMap(({ figure, how }) => [figure, ...(how.match(/\d[\d.,]*/g) ?? [])]);
  assert.deepEqual(
    [...figures, "200 payments a second per core"].filter((figure) => !measured.includes(figure)),
    [],
  );
  for (const part of MEASURED_ON) assert.ok(measured.includes(part), part);
});

test("the start page deploys with the commands of the docs, and those with the settings of the containers", () => {
  assert.ok(readFileSync("docs/deploy.md", "utf8").includes(DEPLOY_COMMANDS));
  assert.ok(readFileSync("compose.yaml", "utf8").includes("HMAC_KEY"));
});

test("the decline of the start page is put in the words of the service, figures and names included", () => {
  const { member, merchant, rules } = presentSampleDecline();
  assert.equal(member?.why, "This payment was for $64.00, and $25.50 was available.");
  assert.doesNotMatch(merchant, /\d/, "the merchant learns no figure");
  assert.deepEqual(
    rules.map(({ rule }) => rule).filter((rule) => !rule.includes(" ")),
    [],
    "every rule has a name",
  );
  assert.equal(rules.filter(({ hasPassed }) => !hasPassed).length, 1);
});
