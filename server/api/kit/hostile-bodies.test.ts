import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { captureAuthorization } from "@/server/contracts/rest/capture-authorization";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { send } from "@/server/testing/clients/api-client";
import type { Sender } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const SIZE = 64 * 1024 - 100;
const MOST_CPU_MS = 5;
/** On a slow machine the bound is this many times what a small refused request costs there. */
const MOST_TIMES_SMALL = 12;
/** Enough for one without a collection of garbage or a neighbor's load. */
const TRIES = 30;

const fill = (text: string, length = SIZE) => text.repeat(Math.floor(length / text.length));
const fields = (value: (i: number) => string) =>
  Array.from({ length: 3_000 }, (_, i) => `"field${i}":${value(i)}`).join(",");

const SHAPES: Readonly<Record<string, string>> = {
  "a number of zeros": `{"amount":1.${fill("0")}}`,
  "a number of zeros that ends in one": `{"amount":1.${fill("0")}1}`,
  "a number of digits in metadata": `{"metadata":{"a":${fill("7")}}}`,
  "an exponent of digits": `{"amount":1e${fill("9")}}`,
  "many numbers of 60 characters": `{"metadata":{"a":[${fill(`1.${"0".repeat(57)}1,`, SIZE - 40)}1]}}`,
  "deep arrays": `{"metadata":${fill("[", SIZE / 2)}${fill("]", SIZE / 2)}}`,
  "deep objects": `${fill('{"a":', SIZE - 12_000)}1${fill("}", 10_000)}`,
  "thousands of unknown fields": `{${fields((i) => String(i))}}`,
  "thousands of unknown objects": `{${fields(() => '{"a":{}}')}}`,
  "thousands of metadata keys": `{"metadata":{${fields(() => '"x"')}}}`,
  "one name of 64 KB": `{"${fill("n")}":1}`,
  escapes: `{"merchantNameRaw":"${fill("\\u0041")}"}`,
  quotes: `{"merchantNameRaw":"${fill('\\"')}"}`,
  "backslashes in a name": `{"${fill("\\\\")}":1}`,
  spaces: `{${fill(" ")}}`,
  "spaces in text": `{"panToken":"${fill(" ")}x"}`,
  "an unfinished text": `{"panToken":"${fill("a\\")}`,
  "not JSON at all": fill("<a>"),
};

type Contract = typeof createAuthorization | typeof captureAuthorization | typeof sellTransaction;

/** The status of the last try, and the processor time of the cheapest. */
async function measure(sender: Sender, contract: Contract, rawBody: string, enoughMs: number) {
  let leastMs = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let i = 0; i < TRIES && leastMs > enoughMs; i += 1) {
    const before = process.cpuUsage();
    ({ status } = await send(sender, contract, { rawBody, params: { id: "1234567" } }));
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1_000);
  }
  return { status, leastMs };
}

test("64 KB of any hostile shape are refused within five milliseconds of processor time", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "network" });
  const merchant = await createTestMerchant(tenant);
  const targets = [
    { sender: tenant, contract: createAuthorization },
    { sender: tenant, contract: captureAuthorization },
    { sender: merchant, contract: sellTransaction },
  ];
  const small = await measure(tenant, createAuthorization, "{", 0);
  const mostMs = Math.max(MOST_CPU_MS, small.leastMs * MOST_TIMES_SMALL);
  for (const [shape, rawBody] of Object.entries(SHAPES)) {
    assert.ok(rawBody.length <= 64 * 1024, shape);
    for (const { sender, contract } of targets) {
      const { status, leastMs } = await measure(sender, contract, rawBody, mostMs / 2);
      assert.ok(status >= 400 && status < 500, `${shape}: ${status}`);
      assert.ok(leastMs <= mostMs, `${shape} costs ${leastMs} ms on ${contract.id}, and ${mostMs} are allowed`);
    }
  }
});
