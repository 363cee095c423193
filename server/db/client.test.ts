import assert from "node:assert/strict";
import { createServer } from "node:net";
import { before, test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { openDedicatedConnection } from "./dedicated-connection";
import { getPool } from "./pool";

withTestDatabase();

async function findDeadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

before(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  process.env.DATABASE_URL = url.href.replace(url.host, `127.0.0.1:${await findDeadPort()},${url.host}`);
});

test("of several hosts the one that answers and can be written to is worked on, by every way there is", async () => {
  await createTestHold(await createTestTenant());
  const options = { channel: "of_the_test", onNotice: () => undefined, onLost: () => undefined };
  await (await openDedicatedConnection(options)).close();
});

test("a session's settings hold for each connection of the pool", async () => {
  const { rows } = await getPool().query(
    "SELECT current_setting('statement_timeout') AS timeout, current_setting('TimeZone') AS zone, current_setting('enable_seqscan') AS scans",
  );
  assert.deepEqual(rows, [{ timeout: "15s", zone: "UTC", scans: "off" }]);
});
