import assert from "node:assert/strict";
import { test } from "node:test";
import { collectLog } from "@/server/testing/clients/collect-log";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a line has whose request it was, in which trace, and why it was refused or declined", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 1_00n });
  const [key] = await queryTestDatabase<{ id: string }>("SELECT id FROM api_keys WHERE public_key = $1", [
    tenant.publicKey,
  ]);
  const headers = { ...credentialsOf(tenant), traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const post = (idempotencyKey: string, amount: number) => ({
    method: "POST",
    path: "/v1/authorizations",
    headers: { ...headers, "idempotency-key": idempotencyKey },
    body: JSON.stringify({ panToken, amount }),
  });
  const requests = [post("a", 1), post("b", 50), post("c", 0), { path: "/v1/me" }];
  const { log } = await collectLog(requests, "info");
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = { tenantId: tenant.id, environment: "test", keyId: key?.id, traceId: TRACE };
  const shown = lines
    .filter(({ msg }) => msg === "request")
    .map(({ tenantId, environment, keyId, traceId, errorCode, declineCode }) => ({
      tenantId,
      environment,
      keyId,
      traceId,
      errorCode,
      declineCode,
    }));
  const no = { errorCode: undefined, declineCode: undefined };
  assert.deepEqual(shown, [
    { ...of, ...no },
    { ...of, ...no, declineCode: "51" },
    { ...of, ...no, errorCode: "validation_error" },
    {
      tenantId: undefined,
      environment: undefined,
      keyId: undefined,
      traceId: undefined,
      ...no,
      errorCode: "authentication_failed",
    },
  ]);
});
