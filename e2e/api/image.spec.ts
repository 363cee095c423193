import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { findFreePort, waitUntilReady } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";
import { withImageFolder } from "../fixtures/image";
import { expect, test } from "../fixtures/test";

/** Of Node, as the image starts it. */
function argumentsOfCommand(): readonly string[] {
  const [, command = ""] = /^CMD (.*)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  const [node, ...args] = JSON.parse(command);
  expect(node).toBe("node");
  return args;
}

const PAGES = ["/", "/sign-in", "/docs", "/docs/api", "/openapi/v1.json", "/v1/health"];

test("the files that the Dockerfile copies are all that the app needs", async () => {
  test.slow();
  await withImageFolder(async (folder, files) => {
    expect(files).toContain(".next");
    await withDataFolder(async (data) => {
      const port = await findFreePort();
      const app = spawn(process.execPath, argumentsOfCommand(), {
        cwd: folder,
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, PORT: String(port), CLOSED_LOOP_DATA_DIR: data, LOG_LEVEL: "error" },
      });
      const ended = new Promise((resolve) => app.once("exit", resolve));
      try {
        const address = `http://127.0.0.1:${port}`;
        await waitUntilReady(address);
        for (const path of PAGES) expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
      } finally {
        app.kill("SIGTERM");
      }
      expect(await ended).toBe(0);
    });
  });
});
