import assert from "node:assert/strict";
import { test } from "node:test";
import { withConnection } from "@/server/platform/connection";
import { withTestDatabase } from "@/server/testing/database";
import { hasOutbox } from "./outbox";

withTestDatabase();

test("the outbox is open to the very machine of a development instance, and to nobody else", async () => {
  const at = (remoteAddress: string | null, headers: Record<string, string> = {}) =>
    withConnection({ remoteAddress }, () => hasOutbox(new Headers({ host: "localhost:3000", ...headers })));
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) assert.equal(await at(address), true, address);
  for (const address of ["192.0.2.1", "172.17.0.1", "fe80::1", null, "nonsense"]) {
    assert.equal(await at(address), false, String(address));
  }
  const passedOn: Record<string, string>[] = [
    { "x-forwarded-for": "192.0.2.1" },
    { forwarded: "for=192.0.2.1" },
    { via: "1.1 proxy" },
    // A name that somebody else has pointed at this machine.
    { host: "rebound.elsewhere.test:3000" },
  ];
  for (const headers of passedOn) assert.equal(await at("127.0.0.1", headers), false, JSON.stringify(headers));
});
