import assert from "node:assert/strict";
import { test } from "node:test";
import { newBrowser } from "@/server/testing/pushes/test-browser";
import { areDeviceKeys, encryptPush } from "./encrypt-push";

test("a message is encrypted as the example of RFC 8291 says, to the byte", () => {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const privateKey = Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url");
  const salt = Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url");
  assert.equal(
    encryptPush("When I grow up, I want to be a watermelon", keys, { privateKey, salt }).toString("base64url"),
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("a browser opens what was encrypted for it, and no two messages are alike", () => {
  const { address, open } = newBrowser("https://push.example.com/x");
  const [one, other] = [encryptPush("Paid €4.50", address.keys), encryptPush("Paid €4.50", address.keys)];
  assert.deepEqual([open(one), open(other)], ["Paid €4.50", "Paid €4.50"]);
  assert.notDeepEqual(one, other);
});

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
