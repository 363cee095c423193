import assert from "node:assert/strict";
import { test } from "node:test";
import { HOSTILE_ADDRESSES } from "@/server/testing/faults/hostile-addresses";
import { refuseAddress } from "./address-policy";

for (const address of HOSTILE_ADDRESSES) {
  test(`${address || "an empty text"} is refused`, () => {
    assert.equal(typeof refuseAddress(address), "string");
  });
}

test("there are many of them, each one once", () => {
  assert.equal(new Set(HOSTILE_ADDRESSES).size, HOSTILE_ADDRESSES.length);
  assert.ok(HOSTILE_ADDRESSES.length >= 60);
});

for (const address of ["8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.255.255", "172.32.0.1"]) {
  test(`${address} is public`, () => assert.equal(refuseAddress(address), null));
}

for (const address of [
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
  "2600:1f00::1",
  "2a00:1450::100:5efe:7f00:1",
]) {
  test(`${address} is public`, () => assert.equal(refuseAddress(address), null));
}

test("a refusal says why", () => {
  for (const [address, reason] of [
    ["", "is not an address"],
    ["1.2.3.4.5", "is not an address"],
    ["2a00:1450::1%1", "is not an address"],
    ["10.0.0.1", "is in a range that is not public (private)"],
    ["::ffff:8.8.8.8", "is in a range that is not public (ipv4Mapped)"],
    ["168.63.129.16", "is a metadata service"],
    ["4000::1", "is not global unicast"],
    ["2a00:1450::5efe:7f00:1", "stands for an IPv4 address (isatap)"],
    ["2a00:1450::200:5efe:10.0.0.1", "stands for an IPv4 address (isatap)"],
  ] as const) {
    assert.equal(refuseAddress(address), reason, address);
  }
});
