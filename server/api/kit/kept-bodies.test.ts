import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { createAuthorization, getAuthorization } from "@/server/contracts/rest/authorizations";
import { isOfTenants, type OperationContract } from "@/server/contracts/rest/operation";
import { createPaymentCode, redeemPaymentCode } from "@/server/contracts/rest/payment-codes";
import { createSubscription } from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { flushRequestLog, kindOfField, openRequestLog, redactBodies } from "@/server/domain/request-log";
import { call, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { MERCHANT_OPERATIONS } from "../merchant-v1";
import { V1_OPERATIONS } from "../v1";

withTestDatabase();
openRequestLog();
bindTestSender();

const OPERATIONS: readonly OperationContract[] = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS].filter(isOfTenants);

function namesIn(value: unknown, into: Set<string>): Set<string> {
  if (typeof value !== "object" || value === null) return into;
  for (const [name, item] of Object.entries(value)) {
    if (name === "properties") for (const field of Object.keys(item as object)) into.add(field);
    namesIn(item, into);
  }
  return into;
}

test("every field of every contract is said to be plain, private, or secret", () => {
  const names = new Set<string>();
  for (const { body, responses } of OPERATIONS) {
    const schemas = [body?.schema, ...Object.values(responses).map(({ schema }) => schema)];
    for (const schema of schemas) {
      if (schema) namesIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), names);
    }
  }
  // A string for a card, otherwise an object.
  names.delete("paymentMethod");
  assert.deepEqual([...names].filter((name) => kindOfField(name) === null).sort(), []);
});

function plant(value: unknown, name: string, planted: Map<string, string>): unknown {
  if (typeof value === "string") {
    const text = `planted${planted.size}x`;
    planted.set(text, kindOfField(name) ?? "unknown");
    return text;
  }
  if (Array.isArray(value)) return value.map((item) => plant(item, name, planted));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plant(item, key, planted)]));
}

test("no secret of any operation's request or answer survives; in live nothing survives that isn't plain", () => {
  for (const { id, body, responses } of OPERATIONS) {
    for (const { example } of Object.values(responses)) {
      for (const environment of ["test", "live"] as const) {
        const planted = new Map<string, string>();
        const wire = {
          request: JSON.stringify(plant(body?.example ?? {}, "", planted)),
          response: JSON.stringify(plant(example, "", planted)),
        };
        const kept = redactBodies({ ...wire, environment, isRefused: false });
        const text = `${kept.requestBody} ${kept.responseBody}`;
        for (const [word, kind] of planted) {
          const isKept = kind === "plain" || (environment === "test" && kind !== "secret");
          if (!isKept) assert.ok(!text.includes(word), `${id} keeps ${word} (${kind}) in ${environment}: ${text}`);
        }
      }
    }
  }
});

type Row = Readonly<Record<"requestBody" | "responseBody", string | null>>;

async function bodiesOf(reply: { readonly headers: Headers }): Promise<Row | undefined> {
  await flushRequestLog();
  const [row] = await queryTestDatabase<Row>(
    `SELECT request_body AS "requestBody", response_body AS "responseBody" FROM request_bodies WHERE id = $1`,
    [reply.headers.get("x-request-id") ?? ""],
  );
  return row;
}

test("a test request is kept with its answer; codes, PINs, and webhook secrets are nowhere in the table", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const paid = await call(tenant, createAuthorization, {
    body: { panToken: card.panToken, amount: 5, metadata: { table: "7" } },
  });
  const kept = await bodiesOf(paid);
  assert.deepEqual(JSON.parse(kept?.requestBody ?? ""), {
    panToken: "[redacted]",
    amount: 5,
    metadata: { table: "7" },
  });
  assert.equal((JSON.parse(kept?.responseBody ?? "") as { status: string }).status, "approved");

  const read = await send(tenant, getAuthorization, { params: { id: "0".repeat(17) } });
  const failed = await bodiesOf(read);
  assert.equal(failed?.requestBody, null);
  assert.equal(
    (JSON.parse(failed?.responseBody ?? "") as { error: { code: string } }).error.code,
    "authorization_not_found",
  );

  const made = await call(tenant, createPaymentCode, { body: { member: card.memberId, maxAmount: 20 } });
  const { code, pin = "" } = made.body;
  const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
  const right = { code: typed, pin, amount: 1, merchant: tenant.merchantId };
  await send(tenant, redeemPaymentCode, { body: right });
  await send(tenant, redeemPaymentCode, { rawBody: JSON.stringify({ ...right, amount: 0, metadata: { said: pin } }) });
  await send(tenant, redeemPaymentCode, { rawBody: JSON.stringify({ ...right, PIN: pin, note: code }) });
  const wide = [...code].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join("");
  const hyphened = `${code.slice(0, 5)}\u2011${code.slice(5)}`;
  const elsewhere = { wide, hyphened, plain: code };
  await send(tenant, redeemPaymentCode, { body: { ...right, code: wide, metadata: elsewhere } });
  await send(tenant, redeemPaymentCode, { rawBody: JSON.stringify(right).slice(0, -1) });
  const url = "https://receiver.example.com/hooks";
  const hook = await call(tenant, createSubscription, { body: { url, events: ["authorization.approved"] } });
  await flushRequestLog();
  const all = JSON.stringify(await queryTestDatabase("SELECT request_body, response_body FROM request_bodies"));
  for (const secret of [code, typed, wide, hyphened, pin, hook.body.secret ?? "", card.panToken, tenant.secret]) {
    assert.ok(secret.length > 5 && !all.toLowerCase().includes(secret.toLowerCase()), secret);
  }
});

test("a live request is kept only where its tenant says so, and redacted", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const card = await createTestCard(tenant);
  const body = { panToken: card.panToken, amount: 5, merchantNameRaw: "Ada Lovelace", metadata: { guest: "Ada" } };
  assert.equal(await bodiesOf(await call(tenant, createAuthorization, { body })), undefined);
  await queryTestDatabase("UPDATE tenants SET keeps_live_bodies = true WHERE id = $1", [tenant.id]);
  const kept = await bodiesOf(await call(tenant, createAuthorization, { body }));
  assert.deepEqual(JSON.parse(kept?.requestBody ?? ""), {
    panToken: "[redacted]",
    amount: 5,
    merchantNameRaw: "[redacted]",
    metadata: "[redacted]",
  });
  assert.doesNotMatch(kept?.responseBody ?? "", /Ada/);
});
