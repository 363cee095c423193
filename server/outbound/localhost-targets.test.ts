import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetSingleton } from "@/server/platform/singleton";
import { LOCALHOST_REFUSED, readTarget } from "./url-policy";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

function readWith(settings: { readonly PUBLIC_URL?: string; readonly WEBHOOK_ALLOW_LOCALHOST?: string }, url: string) {
  Object.assign(process.env, { PUBLIC_URL: "", WEBHOOK_ALLOW_LOCALHOST: "", ...settings });
  forgetSingleton("env");
  return readTarget(url);
}

const DEPLOYED = "https://pay.example.com";

test("receivers on localhost are for who runs the service there, or says so", () => {
  const isAllowed = (settings: Parameters<typeof readWith>[0]) => {
    const target = readWith(settings, "http://localhost:3000/");
    if ("refusal" in target) assert.equal(target.refusal, LOCALHOST_REFUSED);
    return !("refusal" in target);
  };
  assert.equal(LOCALHOST_REFUSED, "must be https: http://localhost is for local development only");
  assert.equal(isAllowed({}), false);
  assert.equal(isAllowed({ PUBLIC_URL: DEPLOYED }), false);
  assert.equal(isAllowed({ PUBLIC_URL: DEPLOYED, WEBHOOK_ALLOW_LOCALHOST: "1" }), true);
  assert.equal(isAllowed({ WEBHOOK_ALLOW_LOCALHOST: "1" }), true);
  assert.equal(isAllowed({ PUBLIC_URL: "http://localhost:3000" }), true);
  assert.equal(isAllowed({ PUBLIC_URL: "http://127.0.0.1:3000" }), true);
});

for (const [url, port] of [
  ["http://localhost:1024/", 1_024],
  ["http://localhost:3000/hooks?x=1", 3_000],
  ["HTTP://LOCALHOST:65535", 65_535],
] as const) {
  test(`${url} may be tried there`, () => {
    const target = readWith({ WEBHOOK_ALLOW_LOCALHOST: "1" }, url);
    assert.deepEqual(target, { url: new URL(url), host: "localhost", port, kind: "localhost" });
  });
}

for (const [url, refusal] of [
  ["http://localhost:1023/", "must use port 80 or one from 1024 on http://localhost"],
  ["http://localhost:5432/", "must not use port 5432, which belongs to another protocol"],
  ["https://localhost:3000/", "must be reachable from the public internet: no .localhost name ever resolves"],
  ["http://localhost.:3000/", "must be https"],
  ["http://127.0.0.1:3000/", "must be https"],
  ["http://user@localhost:3000/", "must not contain credentials"],
  ["ftp://localhost:3000/", "must be https"],
] as const) {
  test(`${url} is refused there, too`, () => {
    assert.deepEqual(readWith({ WEBHOOK_ALLOW_LOCALHOST: "1" }, url), { refusal });
  });
}
