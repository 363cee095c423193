import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { decryptText } from "@/server/platform/crypto";
import { SettingError } from "@/server/platform/env";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { startWithKeys } from "@/server/testing/server-keys";
import { forgetKey, openServerKeys, reseal } from ".";
import { SEALED_PLACES } from "./reseal";

withTestDatabase();

const [RIGHT, NEXT, WRONG] = ["a", "b", "c"].map((digit) => digit.repeat(64));
type Setting = Parameters<typeof startWithKeys>[0];
const LONE: Setting = { HMAC_KEY: RIGHT ?? "" };
const BOTH: Setting = { HMAC_KEYS: `2:${NEXT},1:${RIGHT}` };

async function start(setting: Setting): Promise<void> {
  startWithKeys(setting);
  await openServerKeys({ now: now() });
}

async function stops(setting: Setting, sentence: RegExp): Promise<void> {
  await assert.rejects(start(setting), (error) => {
    assert.ok(error instanceof SettingError);
    assert.match(error.message, sentence);
    assert.doesNotMatch(error.message, /[abc]{64}|\n/, "one sentence, without a key");
    return true;
  });
}

const forgetRecord = () => query(getPool(), sql`DELETE FROM server_keys`);
const sealedSecrets = async () =>
  (await getPrisma().webhookSubscription.findMany()).map(({ sealedSecret }) => sealedSecret);

before(() => startWithKeys(LONE));

test("a database with sealed values opens with its own keys alone, and a stopped start leaves no record", async () => {
  await subscribe(await createTestTenant());
  await stops({ HMAC_KEYS: `2:${RIGHT}` }, /^This database has values sealed with version 1 .* add 1:/);
  assert.equal(await getPrisma().serverKey.count(), 0);
  await start(LONE);
  await start(LONE);
  assert.deepEqual(
    (await getPrisma().serverKey.findMany()).map(({ version }) => version),
    [1],
  );
  await stops(
    { HMAC_KEY: WRONG ?? "" },
    /^HMAC_KEY is not the key that this database was written with: put that one back/,
  );
  await stops({ HMAC_KEYS: `2:${NEXT},1:${WRONG}` }, /^Version 1 in HMAC_KEYS is not the key/);
});

test("a wrong key is noticed by its record alone, also where nothing is sealed", async () => {
  await forgetRecord();
  await getPrisma().webhookSubscription.deleteMany();
  await start(LONE);
  await start(BOTH);
  for (const wrong of [`2:${WRONG},1:${RIGHT}`, `2:${NEXT},1:${WRONG}`])
    await stops({ HMAC_KEYS: wrong }, /^Version [12] in/);
  await stops(LONE, /^This database has values sealed with version 2 .* add 2:/);
  await start(BOTH);
});

test("processes may learn a new key before the first of them uses it", async () => {
  await forgetRecord();
  await start(LONE);
  await start({ HMAC_KEYS: `1:${RIGHT},2:${NEXT}` });
  await start(LONE);
  await start(BOTH);
  await start({ HMAC_KEYS: `1:${RIGHT},2:${NEXT}` });
  await stops(LONE, /version 2/);
});

test("two re-sealings at once, beside someone who changes the same value, leave every value readable", async () => {
  await forgetRecord();
  startWithKeys(LONE);
  const tenant = await createTestTenant();
  for (let i = 0; i < 20; i += 1) await subscribe(tenant);
  await start(BOTH);
  const before = await sealedSecrets();
  const plain = before.map((sealed) => decryptText("webhook-secret", sealed)).sort();
  await Promise.all([1, 2].map(() => reseal({ now: now() }, () => undefined)));
  const after = await sealedSecrets();
  assert.ok(after.every((sealed) => sealed.startsWith("2~")));
  assert.deepEqual(after.map((sealed) => decryptText("webhook-secret", sealed)).sort(), plain);
});

test("a value sealed with the old key after all is noticed without it, and mended by another re-sealing", async () => {
  startWithKeys(LONE);
  await subscribe(await createTestTenant());
  await stops({ HMAC_KEYS: `2:${NEXT}` }, /sealed with version 1/);
  await start(BOTH);
  await reseal({ now: now() }, () => undefined);
  await start({ HMAC_KEYS: `2:${NEXT}` });
});

test("a value without its key stays as it is, is counted, and holds up nothing", async () => {
  startWithKeys(BOTH);
  const { row } = await subscribe(await createTestTenant());
  const sealedSecret = Buffer.alloc(60, 7).toString("base64");
  await getPrisma().webhookSubscription.update({ where: { id: row.id }, data: { sealedSecret } });
  const unreadable: number[] = [];
  await reseal({ now: now() }, (place) => unreadable.push(place.unreadable));
  assert.deepEqual(
    unreadable.filter((count) => count > 0),
    [1],
  );
  assert.ok((await sealedSecrets()).includes(sealedSecret));
  await getPrisma().webhookSubscription.delete({ where: { id: row.id } });
});

test("a lost key is forgotten by name; one in use, or still readable, is not", async () => {
  await forgetRecord();
  await getPrisma().webhookSubscription.deleteMany();
  startWithKeys(LONE);
  await subscribe(await createTestTenant());
  await start(LONE);
  await start(BOTH);
  const refused = (version: number, sentence: RegExp) =>
    assert.rejects(
      forgetKey({ version, now: now() }),
      (error) => error instanceof SettingError && sentence.test(error.message),
    );
  await refused(2, /^Version 2 is the one in use/);
  await refused(1, /^Values may still be sealed with version 1: run npm run keys:reseal first/);
  await stops({ HMAC_KEYS: `2:${NEXT}` }, /npm run keys:forget -- 1 if it is lost/);
  await forgetKey({ version: 1, now: now() });
  await start({ HMAC_KEYS: `2:${NEXT}` });
});

test("a key lost after a rotation: everything starts with a third one, and the first one's leftovers go", async () => {
  await forgetRecord();
  await getPrisma().webhookSubscription.deleteMany();
  await start(LONE);
  await start(BOTH);
  await reseal({ now: now() }, () => undefined);
  startWithKeys({ HMAC_KEYS: `2:${WRONG}` });
  await assert.rejects(forgetKey({ version: 1, now: now() }), /is not the key that this database was written with/);
  startWithKeys({ HMAC_KEYS: `3:${WRONG}` });
  await forgetKey({ version: 2, now: now() });
  await start({ HMAC_KEYS: `3:${WRONG}` });
  await forgetKey({ version: 1, now: now() });
  await start({ HMAC_KEYS: `3:${WRONG}` });
});

test("every encrypted column is among those sealed anew", async () => {
  const columns = await query<{ name: string }>(
    getPool(),
    sql`SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE 'sealed%' AND table_name <> 'server_keys'`,
  );
  const queries = SEALED_PLACES.map((place) => place.newest.sql).join(" ");
  for (const { name } of columns) assert.match(queries, new RegExp(name.split(".")[1] ?? ""), name);
  assert.ok(columns.length >= 3);
});
