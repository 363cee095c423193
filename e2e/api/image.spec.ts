import { readFileSync } from "node:fs";
import { findFreePort, waitUntilReady } from "../fixtures/app-process";
import { type Image, withImage } from "../fixtures/image";
import { databaseUrl, withDatabase } from "../fixtures/next-host";
import { expect, test } from "../fixtures/test";

function argumentsOfCommand(): readonly string[] {
  const [, command = ""] = /^CMD (.*)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  const [node, ...args] = JSON.parse(command);
  expect(node).toBe("node");
  return args;
}

const PAGES = ["/", "/sign-in", "/docs", "/docs/api", "/openapi/v1.json", "/v1/health"];

const OPERATOR = { OPERATOR_EMAIL: "first@example.com", OPERATOR_PASSWORD: "a long way to the first login" };
const BOTH_KEYS = { HMAC_KEY: "", HMAC_KEYS: `2:${"b".repeat(64)},1:${"a".repeat(64)}` };
const RESTORED_AT = ["--at", new Date().toISOString()];

/** Every operator command: arguments, extra environment, exit code, and expected output. */
const COMMANDS: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>, number, RegExp])[] = [
  ["operator:create", [], OPERATOR, 0, /signs in to \/network as an operator/],
  ["operator:create", [], OPERATOR, 1, /There is a login with this email already/],
  ["operator:reset", [], { LOGIN_EMAIL: OPERATOR.OPERATOR_EMAIL }, 1, /has no second factor/],
  ["books:prove", [], {}, 0, /The books balance/],
  ["audit", [], {}, 0, /The books balance/],
  ["keys:reseal", [], {}, 0, /There is one key/],
  ["keys:reseal", [], BOTH_KEYS, 0, /version 1 may leave HMAC_KEYS/],
  ["keys:forget", ["1"], BOTH_KEYS, 0, /Version 1 is forgotten/],
  ["statement:check", ["/etc/hostname"], {}, 1, /not the proof of a statement/],
  ["restore:mark", RESTORED_AT, BOTH_KEYS, 0, /sends nothing/],
  ["restore:list", [], BOTH_KEYS, 0, /holds nothing later/],
  ["restore:revoke", [], BOTH_KEYS, 0, /0 payment codes were revoked/],
  ["restore:release", [], BOTH_KEYS, 0, /Released/],
  ["backup", ["/tmp"], {}, 1, /docs\/backup\.md says how to back it up/],
  ["restore", ["/tmp"], {}, 1, /docs\/backup\.md says how to restore it/],
  ["db:reset", [], {}, 1, /not ours to delete/],
];

async function serves(image: Image, settings: Readonly<Record<string, string>>): Promise<void> {
  const port = await findFreePort();
  const app = image.start(argumentsOfCommand(), { ...settings, PORT: String(port), LOG_LEVEL: "error" });
  app.stdout.resume();
  app.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => app.once("exit", resolve));
  const address = `http://127.0.0.1:${port}`;
  const statusOf = (path: string) =>
    fetch(address + path).then(
      ({ status }) => status,
      () => null,
    );
  try {
    await expect.poll(() => statusOf("/livez")).toBe(200);
    for (const path of ["/readyz", "/v1/health", "/sign-in"]) expect([path, await statusOf(path)]).toEqual([path, 503]);
    const [, migrated] = await image.run(["server/scripts/migrate.mjs"], settings);
    expect(migrated).toContain("Applied ");
    await waitUntilReady(address);
    for (const path of PAGES) expect([path, await statusOf(path)]).toEqual([path, 200]);
  } finally {
    app.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
}

test("the image has all that the app and its operators' commands need, and none of them writes to it", async () => {
  test.slow();
  await withDatabase("of_the_image", async (name) => {
    await withImage(async (image) => {
      expect(image.files).toContain(".next");
      const before = image.read();
      const settings = {
        DATABASE_URL: databaseUrl(name),
        HMAC_KEY: "a".repeat(64),
        PUBLIC_URL: "http://localhost",
        DRAIN_DELAY_SECONDS: "0",
        SEND_PAUSED: "1",
        BCRYPT_MAX_COST: "4",
      };
      await serves(image, { ...settings, SEED_SANDBOX: "1" });
      for (const [command, args, set, code, says] of COMMANDS) {
        const [ended, said] = await image.run(["server/scripts/command.mjs", command, ...args], {
          ...settings,
          ...set,
        });
        expect([command, ended, said]).toEqual([command, code, expect.stringMatching(says)]);
      }
      expect(image.read()).toEqual(before);
    });
  });
});

test("every command of package.json that operators run is among them", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = Object.values(scripts).flatMap((script) => /command\.mjs (\S+)$/.exec(script)?.slice(1) ?? []);
  expect(new Set(COMMANDS.map(([name]) => name))).toEqual(new Set(named));
});
