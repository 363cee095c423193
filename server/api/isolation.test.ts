import assert from "node:assert/strict";
import { before, test } from "node:test";
import { z } from "zod";
import { isOfTenants, type OperationContract } from "@/server/contracts/rest/operation";
import { FOREIGN_REQUESTS, type ForeignRequest } from "@/server/testing/authority/foreign-requests";
import {
  type CallerRecords,
  createOwnRecords,
  createRestWorld,
  type TestCaller,
} from "@/server/testing/authority/rest-authority";
import { createTestNetworkKey } from "@/server/testing/bank-statements";
import { takeChanges, watchChanges } from "@/server/testing/changes";
import { send } from "@/server/testing/clients/api-client";
import { actingFor, type Sender } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey, revokeTestKey } from "@/server/testing/factories/api-keys";
import { createTestMerchantKey, keyIdOf, revokeTestMerchantKey } from "@/server/testing/factories/merchants";
import { MERCHANT_OPERATIONS } from "./merchant-v1";
import { V1_OPERATIONS } from "./v1";

withTestDatabase();

/** A decline is recorded as an event of its own and sent to webhooks. */
const OF_A_DECLINE = [
  "events",
  "webhook_deliveries",
  "idempotency_keys",
  "authorizations",
  "authorization_hours",
  "decision_shapes",
];

const OPERATIONS = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS].filter(isOfTenants);

test("the table has every operation", () => {
  assert.deepEqual(Object.keys(FOREIGN_REQUESTS).sort(), OPERATIONS.map(({ id }) => id).sort());
});

type Named = "stranger" | "colleague" | "otherEnvironment";
let world: Awaited<ReturnType<typeof createRestWorld>>;
let brought: Readonly<Record<Named, CallerRecords>>;
let networks: Sender;
before(async () => {
  world = await createRestWorld();
  const { owner, records, stranger, otherEnvironment } = world;
  brought = {
    stranger: await createOwnRecords(stranger),
    colleague: records,
    otherEnvironment: await createOwnRecords(otherEnvironment),
  };
  networks = await createTestNetworkKey();
  assert.equal(owner.tenant.id, otherEnvironment.tenant.id);
  await watchChanges();
});

const Answer = z.object({ error: z.object({ code: z.string() }).optional(), reasonCode: z.string().nullish() });

async function ask(
  operation: OperationContract,
  row: ForeignRequest,
  sender: Sender | null,
  as: Named,
  address: string,
) {
  const { params, query, body } = row.ask(world.records, brought[as]);
  const rawBody = body && JSON.stringify(body);
  const options = {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(rawBody ? { rawBody } : {}),
    address,
  };
  const { text } = await send(sender, operation, options);
  const { error, reasonCode } = Answer.parse(JSON.parse(text));
  const sent = JSON.stringify({ params, query, body });
  const shown = Object.values(world.records).filter((id) => text.includes(id) && !sent.includes(id));
  return { outcome: error?.code ?? reasonCode ?? "ok", shown };
}

for (const [index, operation] of OPERATIONS.entries()) {
  const isTenants = operation.auth === "tenant";
  const address = `192.0.2.${index}`;
  const sendersOf = ({ tenant, merchant }: TestCaller) =>
    isTenants ? [tenant] : [merchant, actingFor(tenant, merchant)];

  test(`${operation.id}: without a credential that is valid here, nothing is shown and nothing changes`, async () => {
    const { owner, stranger } = world;
    const guessed = isTenants ? await createTestKey(owner.tenant) : await createTestMerchantKey(owner.merchant);
    const revoked = isTenants ? await createTestKey(owner.tenant) : await createTestMerchantKey(owner.merchant);
    await ("key" in revoked ? revokeTestMerchantKey(revoked) : revokeTestKey(revoked));
    const wrong =
      "key" in guessed
        ? { key: `${keyIdOf(guessed)}_${stranger.merchant.key.split("_").at(-1)}` }
        : { publicKey: guessed.publicKey, secret: stranger.tenant.secret };
    const otherSurface = isTenants ? owner.merchant : owner.tenant;
    await takeChanges();
    for (const row of FOREIGN_REQUESTS[operation.id] ?? []) {
      for (const sender of [null, wrong, revoked, otherSurface, networks]) {
        const { outcome, shown } = await ask(operation, row, sender, "colleague", address);
        assert.deepEqual({ outcome, shown }, { outcome: "authentication_failed", shown: [] });
      }
    }
    assert.deepEqual(await takeChanges(), []);
  });

  if (!isTenants) {
    test(`${operation.id}: a tenant’s key acts for its own merchants of its environment alone`, async () => {
      const { owner, stranger, otherEnvironment } = world;
      const { id } = owner.merchant;
      await takeChanges();
      for (const row of FOREIGN_REQUESTS[operation.id] ?? []) {
        for (const { tenant } of [stranger, otherEnvironment]) {
          const { outcome, shown } = await ask(operation, row, actingFor(tenant, { id }), "colleague", address);
          assert.deepEqual({ outcome, shown }, { outcome: "invalid_reference", shown: [] });
        }
      }
      assert.deepEqual(await takeChanges(), []);
    });
  }

  const others: readonly Named[] = isTenants
    ? ["stranger", "otherEnvironment"]
    : ["stranger", "colleague", "otherEnvironment"];
  for (const as of others) {
    for (const [number, row] of (FOREIGN_REQUESTS[operation.id] ?? []).entries()) {
      const { stranger, colleague = stranger, isShared = false } = row;
      const otherEnvironment = operation.isSandboxOnly ? "not_found" : (row.otherEnvironment ?? stranger);
      const expected = { stranger, colleague, otherEnvironment }[as];
      const except = ["14", "62"].includes(expected) ? OF_A_DECLINE : [];
      const isOwn = expected === "own";
      const what = isOwn ? (isShared ? "may" : "shows and changes nothing of it") : expected;
      test(`${operation.id} (${number + 1}) about what is another’s, by ${as}: ${what}`, async () => {
        for (const sender of sendersOf(world[as])) {
          await takeChanges();
          const { outcome, shown } = await ask(operation, row, sender, as, address);
          assert.equal(outcome, isOwn ? "ok" : expected);
          if (!(isOwn && isShared)) assert.deepEqual(shown, []);
          if (!isOwn) assert.deepEqual(await takeChanges(except), []);
        }
      });
    }
  }
}
