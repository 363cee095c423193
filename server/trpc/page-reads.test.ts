import assert from "node:assert/strict";
import { test } from "node:test";
import { sealSession } from "@/server/auth/session-cookie";
import type { Table } from "@/server/db/insert-rows";
import { getPrisma } from "@/server/db/prisma";
import { linkTo } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import { getEnv } from "@/server/platform/env";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { whileTableIsLocked } from "@/server/testing/faults/locked-table";
import { createTestReportFile, download, makeReportFiles } from "@/server/testing/report-files";
import { answerListCsv } from "./lists/tenant";

withTestDatabase();

const PEOPLE = 20;
const PAYMENTS = 10;

test("a till pays while the pages of many people hang", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const sessions = await Promise.all(
    Array.from({ length: PEOPLE }, async () =>
      openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id })),
    ),
  );
  const overviews = await whileTableIsLocked("authorization_hours", async (countHanging) => {
    const loading = sessions.map((session) => portalOf(session).tenant.overview.get({ ...place, period: "7d" }));
    while ((await countHanging()) === 0) await new Promise((resolve) => setImmediate(resolve));
    // Each page takes several connections; without a limit the pages would end up with all of them.
    for (let payment = 0; payment < PAYMENTS; payment += 1) await authorize(tenant, card, 1);
    return { loading };
  });
  assert.equal((await Promise.all(overviews.loading)).length, PEOPLE);
});

async function exportAs(sid: RecordId, tenant: TestTenant, list: string, filters: [string, string][] = []) {
  const headers = new Headers({ cookie: `closed-loop.session=${await sealSession({ token: { sid } })}` });
  return answerListCsv(headers, { tenant: tenant.slug, environment: "test", list, filters });
}

const LOGINS = 10;
const EXPORTS_OF_LOGIN = 4;
const LOOKS = 50;

/** What was asked, which hangs in as many queries as pages may read at once. */
async function whileHanging<T>(table: Table, ask: () => readonly Promise<T>[]): Promise<T[]> {
  const { answers } = await whileTableIsLocked(table, async (countHanging) => {
    const answers = ask();
    const most = getEnv().PAGE_READS;
    while ((await countHanging()) < most) await new Promise((resolve) => setImmediate(resolve));
    for (let look = 0; look < LOOKS; look += 1) assert.equal(await countHanging(), most);
    return { answers };
  });
  return Promise.all(answers);
}

test("the exports of many people read no more at once than pages do", async () => {
  const tenant = await createTestTenant();
  const sessions = await Promise.all(
    Array.from({ length: LOGINS }, async () =>
      openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id })),
    ),
  );
  // Records that are named aren't counted as well, so that a part is one query.
  const chosen: [string, string] = ["ids", newRecordId(now())];
  const ask = () =>
    sessions.flatMap((sid) =>
      Array.from({ length: EXPORTS_OF_LOGIN }, () => exportAs(sid, tenant, "webhooks", [chosen])),
    );
  for (const answer of await whileHanging("webhook_subscriptions", ask)) {
    assert.equal(answer.status, 200);
    await answer.text();
  }
});

test("nor do downloads by the link of one report", async () => {
  const file = await createTestReportFile(await createTestTenant());
  await makeReportFiles();
  const { fileId, ...proof } = linkTo(file, now());
  const url = `http://localhost/files/reports/${fileId}?${new URLSearchParams(proof)}`;
  const ask = () => Array.from({ length: LOGINS * EXPORTS_OF_LOGIN }, () => download(url));
  for (const { status } of await whileHanging("report_files", ask)) assert.equal(status, 200);
});

test("readers who stop in the middle of a file keep no place of pages", { timeout: 30_000 }, async () => {
  const tenant = await createTestTenant();
  const sid = await openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id }));
  const { id: tenantId, environment } = tenant;
  const data = Array.from({ length: 3_100 }, (_, i) => {
    const createdAt = new Date(now().getTime() - i);
    return { id: newRecordId(createdAt), tenantId, environment, name: `Person ${i}`, createdAt };
  });
  await getPrisma().member.createMany({ data });
  const readers = await Promise.all(
    Array.from({ length: getEnv().PAGE_READS + 1 }, async () =>
      (await exportAs(sid, tenant, "members")).body?.getReader(),
    ),
  );
  for (const reader of readers) assert.equal((await reader?.read())?.done, false);
  const place = { tenant: tenant.slug, environment: "test" } as const;
  assert.ok(await portalOf(sid).tenant.overview.get({ ...place, period: "7d" }));
  for (const reader of readers) await reader?.cancel();
});
