import assert from "node:assert/strict";
import { test } from "node:test";
import { withConnection } from "@/server/platform/connection";
import { withTestDatabase } from "@/server/testing/database";
import { hasOutbox } from "./outbox";

withTestDatabase();

test("the outbox is open to the very machine of a development instance, and to no one else", async () => {
  const at = (remoteAddress: string | null, { isPassedOn = false, host = "localhost:3000" } = {}) =>
    withConnection({ remoteAddress, isPassedOn }, () => hasOutbox(new Headers({ host })));
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) assert.equal(await at(address), true, address);
  for (const address of ["192.0.2.1", "172.17.0.1", "fe80::1", null, "nonsense"]) {
    assert.equal(await at(address), false, String(address));
  }
  assert.equal(await at("127.0.0.1", { isPassedOn: true }), false);
  // A foreign name that resolves to this machine (DNS rebinding).
  assert.equal(await at("127.0.0.1", { host: "rebound.elsewhere.test:3000" }), false);
  const here = new Headers({ host: "localhost:3000" });
  // A host that doesn't tell how the request arrived, like Next alone.
  assert.equal(await withConnection({ remoteAddress: "127.0.0.1" }, () => hasOutbox(here)), false);
});
