import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { now } from "@/server/platform/clock";
import { MemberId } from "@/server/platform/noun-ids";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { flushRequestLog, openRequestLog } from "../request-log";
import { finishErasure } from "./finish-erasures";

withTestDatabase();
openRequestLog();

test("another tenant’s test requests lose what they said of the person’s payments too", async () => {
  const [issuer, acquirer] = [await createTestTenant(), await createTestTenant()];
  const { panToken, memberId } = await createTestCard(issuer);
  await call(acquirer, createAuthorization, { body: { panToken, amount: 5, metadata: { guest: "Ada Quuxley" } } });
  await flushRequestLog();
  const said = () => queryTestDatabase("SELECT 1 FROM request_bodies WHERE request_body LIKE '%Quuxley%'");
  assert.equal((await said()).length, 1);
  await finishErasure({ id: "", userId: null, memberIds: [MemberId.parse(memberId)] }, now());
  assert.equal((await said()).length, 0);
});
