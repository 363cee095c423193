import { test } from "node:test";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";

// Must be set before the first request, which reads the settings.
process.env.TRUSTED_PROXY_HOPS = "2";
withTestDatabase();

const PER_ADDRESS = 30;
const PROXY = "10.0.0.1";

async function fail(forwarded: string | null, isLimited = false): Promise<void> {
  const headers: Record<string, string> = forwarded === null ? {} : { "x-forwarded-for": forwarded };
  const reply = await sendRaw({ path: "/v1/me", headers, address: PROXY });
  if (isLimited) readError(reply, 429, "rate_limit_exceeded");
  else readError(reply, 401, "authentication_failed");
}

test("two hops: the address is the second from the right, what a caller put before it means nothing", async () => {
  for (let i = 0; i < PER_ADDRESS; i += 1) await fail(`203.0.113.${i}, 192.0.2.1, 10.0.0.2`);
  await fail("203.0.113.200, 192.0.2.1, 10.0.0.2", true);
  await fail("192.0.2.1,10.0.0.3", true);
  await fail("192.0.2.1, 192.0.2.2, 10.0.0.2");
});

test("a header with fewer entries than there are hops did not pass them: the socket's address counts", async () => {
  for (let i = 0; i < PER_ADDRESS; i += 1) await fail(i % 2 === 0 ? `192.0.2.${100 + i}` : null);
  await fail("192.0.2.250", true);
  await fail(null, true);
});

test("an entry with a port, or in brackets, is its address", async () => {
  for (let i = 0; i < PER_ADDRESS; i += 1) await fail(`192.0.2.3:${4000 + i}, 10.0.0.2`);
  await fail("192.0.2.3, 10.0.0.2", true);
  for (let i = 0; i < PER_ADDRESS; i += 1) await fail(`[2001:db8::${i + 1}]:443, 10.0.0.2`);
  await fail("2001:db8::ffff, 10.0.0.2", true);
});

test("an entry other than an address: the socket's address counts", async () => {
  for (const text of ["unknown", "_hidden", "999.1.1.1", "", "example.test"]) await fail(`${text}, 10.0.0.2`, true);
});
