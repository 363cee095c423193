import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { handleApi } from "@/server/api/host";
import { ErrorBody } from "@/server/contracts/error-body";
import { takeChanges, unexpectedOf, watchChanges } from "@/server/testing/changes";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { fuzzRuns } from "@/server/testing/fuzz/fuzz-runs";
import { exchange, type RawCase, rawCases, readReplies, toBytes } from "@/server/testing/fuzz/raw-bytes";
import { createHttpServer, listen } from "./http-server";

withTestDatabase();
before(watchChanges);

const NOT_FOUND = JSON.stringify({ error: { code: "not_found", message: "", field: null, details: {} } });
const server = createHttpServer({
  api: handleApi,
  inngest: async (_, response) => void response.writeHead(404).end(NOT_FOUND),
  pages: async (_, response) => {
    response.writeHead(404, { "content-length": NOT_FOUND.length }).end(NOT_FOUND);
  },
  upgrade: null,
});
// Each client half-closes at once, so that an incomplete request doesn't wait for a timeout. Node would take that for the
// client's end.
Object.assign(server, { httpAllowHalfOpen: true });
after(() => {
  server.closeAllConnections();
  server.close();
});

test("any bytes at the port get an answer, never a fault, and refused ones change nothing", async () => {
  await listen(server, 0, "127.0.0.1");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const { port } = address;
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const known = Object.entries({ ...credentialsOf(tenant), "content-type": "application/json" });
  await takeChanges();
  const check = async (sent: RawCase) => {
    const lines = [...known.map((pair) => pair.join(": ")), `Idempotency-Key: ${crypto.randomUUID()}`];
    const answer = await exchange(port, toBytes(sent, { panToken, amount: 1 }, lines));
    const changes = await takeChanges();
    try {
      const replies = readReplies(answer);
      assert.ok(replies.length > 0, "there was no answer");
      const codes = replies.map(({ status, body }) => {
        assert.ok(status < 500);
        return status >= 400 ? ErrorBody.strict().parse(JSON.parse(body)).error.code : null;
      });
      if (!codes.includes(null)) assert.deepEqual(unexpectedOf(changes, codes[0] ?? null), []);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}\n${answer}`, { cause: error });
    }
  };
  await fc.assert(fc.asyncProperty(rawCases, check), fuzzRuns("socket", 1));
  assert.equal((await fetch(`http://127.0.0.1:${port}/v1/health`)).status, 200);
});
