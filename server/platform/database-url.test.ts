import assert from "node:assert/strict";
import { test } from "node:test";
import { readDatabaseUrl } from "./database-url";

const LOGIN = "postgresql://app:p%40ss,word@";

test("one host is what it was; several are one URL each, of which the one that can be written to is meant", () => {
  const one = `${LOGIN}db:5432/closed_loop?sslmode=verify-full`;
  assert.deepEqual(readDatabaseUrl(one), { urls: [one], wanted: "any" });
  assert.deepEqual(readDatabaseUrl(`${LOGIN}a:5432,b:6432/closed_loop?sslmode=require`), {
    urls: [`${LOGIN}a:5432/closed_loop?sslmode=require`, `${LOGIN}b:6432/closed_loop?sslmode=require`],
    wanted: "primary",
  });
  assert.deepEqual(readDatabaseUrl(`${LOGIN}a,[2001:db8::1]:6432/x?target_session_attrs=read-write`), {
    urls: [`${LOGIN}a/x`, `${LOGIN}[2001:db8::1]:6432/x`],
    wanted: "primary",
  });
  assert.equal(readDatabaseUrl(`${LOGIN}a,b/x?target_session_attrs=any`)?.wanted, "any");
  const socket = "postgresql:///closed_loop?host=/var/run/postgresql";
  assert.deepEqual(readDatabaseUrl(socket), { urls: [socket], wanted: "any" });
});

test("a read-only database address is refused", () => {
  const urls = ["", "mysql://a/x", "postgresql://a,/x", "postgresql://a:port/x"];
  const standbys = ["standby", "read-only", "prefer-standby", "nonsense"].map(
    (attributes) => `${LOGIN}a,b/x?target_session_attrs=${attributes}`,
  );
  for (const url of [...urls, ...standbys]) assert.equal(readDatabaseUrl(url), null, url);
});
