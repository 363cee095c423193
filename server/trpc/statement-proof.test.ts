import assert from "node:assert/strict";
import { test } from "node:test";
import { sealSession } from "@/server/auth/session-cookie";
import { StatementCheck } from "@/server/contracts/statement-proof/check-statement";
import { sealBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, type TestUser } from "@/server/testing/factories/portal";
import { settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { answerStatementProof } from "./statement-proof";

withTestDatabase();

interface Wanted {
  readonly id: string;
  readonly environment?: string;
}

async function askAs(user: TestUser | null, tenant: TestTenant, { id, environment = "test" }: Wanted) {
  const token = user && (await sealSession({ token: { sid: await openTestSession(user) } }));
  const headers = new Headers(token ? { cookie: `closed-loop.session=${token}` } : {});
  return answerStatementProof(headers, { tenant: tenant.slug, environment, id });
}

test("readers of a statement get its proof as a file, and nobody else", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  await createTestSale(shop, { merchantReference: "=order 1" });
  const [batch] = (await settleAfterASecond(clock, tenant, shop)).batches;
  const id = batch?.batchId ?? "";
  await sealBooks({ now: now() });
  const viewer = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const answer = await askAs(viewer, tenant, { id });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(
    answer.headers.get("content-disposition"),
    `attachment; filename="settlement-2026-03-02-${id}.proof.jsonl"`,
  );
  const check = new StatementCheck();
  for (const line of (await answer.text()).trimEnd().split("\n")) check.take(line);
  assert.ok((await check.finish()).isProven);
  const other = await createTestTenant();
  const stranger = await createTestUser({ kind: "tenant_owner", tenantId: other.id });
  for (const user of [null, stranger]) assert.equal((await askAs(user, tenant, { id })).status, 404);
  assert.equal((await askAs(stranger, other, { id })).status, 404);
  for (const wanted of [{ id, environment: "live" }, { id: shop.id }, { id: "x" }, { id: "" }]) {
    assert.equal((await askAs(viewer, tenant, wanted)).status, 404);
  }
});
