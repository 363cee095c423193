import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { StartError } from "@/server/platform/start-error";
import { UnavailableError } from "@/server/platform/unavailable";
import { printStartError } from "./run-program";

function said(t: TestContext, error: unknown): string {
  const write = t.mock.method(process.stderr, "write", () => true);
  printStartError(error);
  const [text] = write.mock.calls.map(({ arguments: [chunk] }) => String(chunk));
  write.mock.restore();
  return text ?? "";
}

test("a setting to mend is one sentence, and a fault of ours has its stack", (t) => {
  const away = new UnavailableError("the database is away", {
    cause: new Error("connect ECONNREFUSED 127.0.0.1:5432"),
  });
  const cases = [
    [new StartError("PORT 80 is in use."), /^PORT 80 is in use\.\n$/],
    [
      away,
      /^It can’t go on: the database is away \(connect ECONNREFUSED 127\.0\.0\.1:5432\)\. Try again when that is back\.\n$/,
    ],
    [new UnavailableError("the database is away"), /^It can’t go on: the database is away\. Try/],
    [new TypeError("a fault"), /^TypeError: a fault\n +at /],
    ["thrown", /^thrown\n$/],
  ] as const;
  for (const [error, text] of cases) assert.match(said(t, error), text);
});
