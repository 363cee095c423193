import assert from "node:assert/strict";
import { test } from "node:test";
import { clientNetwork, networksAround } from "@/server/platform/connection";
import { withTestDatabase } from "@/server/testing/database";
import { limitEntry } from "./entry-limits";
import { limitGuessing } from "./sign-in-limits";

withTestDatabase();

const IS_OVER = { code: "rate_limit_exceeded" };

function addressOf(remoteAddress: string): string {
  const address = clientNetwork(null, { remoteAddress });
  assert.ok(address, remoteAddress);
  return address;
}

let names = 0;

async function fail(remoteAddress: string, name = `${names++}@portal.test`): Promise<null> {
  await limitGuessing({ address: addressOf(remoteAddress), name }, async () => null);
  return null;
}

test("an IPv6 address stands in a /56 and a /48, with what stands behind it; an IPv4 address in none", () => {
  const [home, site] = networksAround(addressOf("2001:db8:7:1::1"));
  assert.deepEqual(networksAround(addressOf("2001:db8:7:ff::2")), [home, site]);
  assert.deepEqual(networksAround(addressOf("2001:db8:7:100::2"))[1], site);
  assert.notEqual(networksAround(addressOf("2001:db8:7:100::2"))[0], home);
  assert.notEqual(networksAround(addressOf("2001:db8:8:1::1"))[1], site);
  const named = networksAround(`${addressOf("2001:db8:7:1::1")} pk_test_x`);
  assert.deepEqual(named, [`${home} pk_test_x`, `${site} pk_test_x`]);
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1"]) assert.deepEqual(networksAround(addressOf(address)), []);
});

test("ever new /64s have the guesses of two in one /56, and of four in one /48", async () => {
  for (const home of ["0", "1"]) {
    for (const network of ["01", "02"]) {
      for (let i = 0; i < 30; i += 1) assert.equal(await fail(`2001:db8:7:${home}${network}::${i}`), null);
      // Beyond its own limit, a /64 uses up nothing of its neighbors'.
      for (let i = 0; i < 30; i += 1) await assert.rejects(fail(`2001:db8:7:${home}${network}::1`), IS_OVER);
    }
    await assert.rejects(fail(`2001:db8:7:${home}03::1`), IS_OVER);
  }
  await assert.rejects(fail("2001:db8:7:401::1"), IS_OVER);
  assert.equal(await fail("2001:db8:8:4::1"), null);
});

test("an email under attack is open to the first try of a /48, not to that of each of its /64s", async () => {
  const name = "owner@portal.test";
  for (let i = 0; i < 10; i += 1) assert.equal(await fail("192.0.2.1", name), null);
  assert.equal(await fail("2001:db8:9:1::1", name), null);
  await assert.rejects(fail("2001:db8:9:2::1", name), IS_OVER);
  assert.equal(await fail("2001:db8:a:1::1", name), null);
});

test("sign-ups of one /48 are those of four addresses", async () => {
  for (let i = 0; i < 80; i += 1) await limitEntry("sign-up", addressOf(`2001:db8:b:${i}00::1`));
  await assert.rejects(limitEntry("sign-up", addressOf("2001:db8:b:ffff::1")), IS_OVER);
});
