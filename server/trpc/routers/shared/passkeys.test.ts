import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { SoftwareAuthenticator } from "@/server/testing/clients/software-authenticator";
import { withTestDatabase } from "@/server/testing/database";
import {
  createTestUser,
  openTestSession,
  outcomeOf,
  portalOf,
  type TestPortal,
} from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { appRouter } from "@/server/trpc/router";

withTestDatabase();

const attestation = new SoftwareAuthenticator().make({ challenge: "", rp: {}, user: { id: "" } });
const wrong = { password: "not the password" };
const TABLE: Readonly<Record<string, (portal: TestPortal) => Promise<unknown>>> = {
  "shared.passkeys.list": (portal) => portal.shared.passkeys.list(),
  "shared.passkeys.begin": (portal) => portal.shared.passkeys.begin(wrong),
  "shared.passkeys.add": (portal) => portal.shared.passkeys.add({ name: "Laptop", attestation }),
  "shared.passkeys.rename": (portal) => portal.shared.passkeys.rename({ id: newRecordId(now()), name: "Laptop" }),
  "shared.passkeys.remove": (portal) => portal.shared.passkeys.remove({ ...wrong, id: newRecordId(now()) }),
};

const createOwner = async () => createTestUser({ kind: "tenant_owner", tenantId: (await createTestTenant()).id });

test("each takes a session; what changes who gets in, its password or what it has begun", async () => {
  const session = await openTestSession(await createOwner());
  const outcomes: Record<string, string> = {};
  for (const [name, call] of Object.entries(TABLE)) {
    assert.equal(await outcomeOf(call(portalOf(null))), "authentication_failed", name);
    outcomes[name] = await outcomeOf(call(portalOf(session)));
  }
  assert.deepEqual(outcomes, {
    "shared.passkeys.list": "ok",
    "shared.passkeys.begin": "validation_error",
    "shared.passkeys.add": "not_permitted",
    "shared.passkeys.rename": "not_found",
    "shared.passkeys.remove": "validation_error",
  });
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("shared.passkeys."));
  assert.deepEqual(Object.keys(TABLE).sort(), all.sort());
});

test("guessing the password of an open session is throttled here too, in one count", async () => {
  const portal = portalOf(await openTestSession(await createOwner()));
  const { "shared.passkeys.begin": begin, "shared.passkeys.remove": remove } = TABLE;
  const outcomes: string[] = [];
  for (let i = 0; i < 12; i += 1)
    outcomes.push(await outcomeOf((i % 2 ? begin : remove)?.(portal) ?? Promise.reject()));
  assert.deepEqual(outcomes.slice(9), ["validation_error", "rate_limit_exceeded", "rate_limit_exceeded"]);
});

test("a passkey is added, listed, renamed, and removed; no one else sees or renames it", async () => {
  const user = await createOwner();
  const { password } = user;
  const { passkeys } = portalOf(await openTestSession(user)).shared;
  const made = new SoftwareAuthenticator().make(await passkeys.begin({ password }));
  const { id } = await passkeys.add({ name: " Laptop ", attestation: made });
  const [passkey] = await passkeys.list();
  assert.deepEqual([passkey?.id, passkey?.name, passkey?.lastUsedAt], [id, "Laptop", null]);
  const other = portalOf(await openTestSession(await createOwner())).shared.passkeys;
  assert.deepEqual(await other.list(), []);
  assert.equal(await outcomeOf(other.rename({ id, name: "Mine" })), "not_found");
  await assert.rejects(passkeys.rename({ id, name: " " }), /Enter a name for the passkey/);
  for (const name of [" Phone ", "Phone"]) await passkeys.rename({ id, name });
  assert.equal((await passkeys.list())[0]?.name, "Phone");
  assert.equal(await getPrisma().auditRecord.count({ where: { action: "passkey.renamed", subjectId: id } }), 1);
  await passkeys.remove({ id, password });
  assert.deepEqual(await passkeys.list(), []);
});
