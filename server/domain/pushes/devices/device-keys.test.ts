import assert from "node:assert/strict";
import { test } from "node:test";
import { newBrowser } from "@/server/testing/pushes/test-browser";
import { areDeviceKeys } from "./device-keys";

test("a value off the curve, or other than a 16-byte secret, is no key of a browser", () => {
  const { keys } = newBrowser("https://push.example.com/x").address;
  assert.equal(areDeviceKeys(keys), true);
  const point = Buffer.from(keys.p256dh, "base64url");
  const off = Buffer.from(point);
  off[64] = (off[64] ?? 0) ^ 1;
  for (const p256dh of [off, point.subarray(0, 64), Buffer.alloc(65), Buffer.alloc(65, 4)]) {
    assert.equal(areDeviceKeys({ ...keys, p256dh: p256dh.toString("base64url") }), false);
  }
  for (const auth of ["", "AAAA", `${keys.auth}AAAA`]) assert.equal(areDeviceKeys({ ...keys, auth }), false);
});
