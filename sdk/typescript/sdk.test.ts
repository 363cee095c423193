import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { signatureHeaders, standardHeaders } from "@/server/domain/webhooks";
import { assertBooksBalance } from "@/server/testing/books";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { withNodeHost } from "@/server/testing/clients/node-host";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchantKey } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { closeServer, listen } from "@/server/testing/listen";
import { digestOfDocuments } from "../generate";
import {
  ConflictError,
  closedLoop,
  InvalidRequestError,
  NoAnswerError,
  NotFoundError,
  RateLimitError,
  RecentDeliveries,
  verifyWebhook,
  WebhookVerificationError,
} from "./src/index";

withTestDatabase();
const origin = withNodeHost(50);

function clientOf(tenant: TestTenant, settings: Partial<Parameters<typeof closedLoop>[0]> = {}) {
  const { authorization, "x-api-key": apiKey = "" } = credentialsOf(tenant) as Record<string, string>;
  const secret = (authorization ?? "").replace("Bearer ", "");
  return closedLoop({ baseUrl: origin(), apiKey, secret, ...settings } as Parameters<typeof closedLoop>[0]);
}

test("a back office authorizes, captures, refunds, and reads back, with every answer typed", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const loop = clientOf(tenant, { signs: true });
  const payment = await loop.createAuthorization({ panToken, amount: 12.5, merchantReference: "order-1" });
  assert.ok(payment.status === "approved");
  const capture = await loop.captureAuthorization({ id: payment.recordId, amount: 10 });
  assert.equal(capture.amountCaptured, 10);
  await loop.reverseAuthorization({ id: payment.authorizationId, amount: 4, kind: "refund" });
  const record = await loop.getAuthorization({ id: payment.recordId });
  assert.deepEqual([record.captured, record.refunds.map(({ amount }) => amount)], [10, [4]]);
  const declined = await loop.createAuthorization({ panToken, amount: 5_000 });
  assert.ok(declined.status === "declined");
  assert.equal(declined.reasonCode, "51");
  await assertBooksBalance();
});

test("a till sells with a merchant’s key, and a tenant’s key does for a merchant that it names", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const till = closedLoop({
    baseUrl: origin(),
    merchantKey: (await createTestMerchantKey({ id: tenant.merchantId, tenant })).key,
  });
  const sale = await till.sellTransaction({ paymentMethod: { type: "card", panToken }, amount: 3 });
  assert.equal(sale.approved, true);
  const office = clientOf(tenant, { merchant: tenant.merchantId, signs: true });
  const { data } = await office.listTransactions({ limit: 5 });
  assert.deepEqual(
    data.map(({ amount }) => amount),
    [3],
  );
});

test("a list is iterated page after page, forwards and backwards", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const loop = clientOf(tenant);
  for (let amount = 1; amount <= 7; amount += 1) await loop.createAuthorization({ panToken, amount });
  const seen: number[] = [];
  for await (const { amount } of loop.listAuthorizations({ limit: 3, amount: { gte: 2 } })) seen.push(amount);
  assert.deepEqual(seen, [7, 6, 5, 4, 3, 2]);
  const { data, hasMore } = await loop.listAuthorizations({ limit: 3 });
  assert.deepEqual([data.length, hasMore], [3, true]);
});

test("where a third of the answers are lost, nothing is paid twice and nothing is missed", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  let asked = 0;
  const losing: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    asked += 1;
    if (asked % 3 === 0) throw new TypeError("cut");
    return answer;
  };
  const loop = clientOf(tenant, { fetch: losing });
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const payment = await loop.createAuthorization({ panToken, amount: 1, merchantReference: `n${i}` });
      assert.ok(payment.status === "approved");
      await loop.captureAuthorization({ id: payment.recordId });
    }),
  );
  const captured: unknown[] = [];
  for await (const { merchantReference } of loop.listCaptures({ limit: 5 })) captured.push(merchantReference);
  assert.deepEqual(captured.sort(), Array.from({ length: 12 }, (_, i) => `n${i}`).sort());
});

test("errors are classes, with code, field, and the request’s id", async () => {
  const tenant = await createTestTenant();
  const loop = clientOf(tenant);
  await assert.rejects(loop.getAuthorization({ id: "nothing" }), NotFoundError);
  await assert.rejects(loop.createMember({ name: "" }), (error) => {
    assert.ok(error instanceof InvalidRequestError && error.requestId);
    assert.deepEqual([error.status, error.code, error.field], [400, "validation_error", "name"]);
    return true;
  });
  const { panToken } = await createTestCard(tenant);
  const options = { idempotencyKey: "one" };
  await loop.createAuthorization({ panToken, amount: 1 }, options);
  await assert.rejects(loop.createAuthorization({ panToken, amount: 2 }, options), ConflictError);
  const { publicKey, secret } = await createTestKey(tenant);
  const wrong = closedLoop({ baseUrl: origin(), apiKey: publicKey, secret: `${secret}x` });
  await assert.rejects(wrong.getTenantIdentity(), { name: "AuthenticationError" });
});

test("repeats keep their key and wait as long as they are told; without an answer the key is named", async () => {
  const seen: { key: string | undefined; at: number }[] = [];
  const answers = [429, 503, 200];
  const server = createServer((request: IncomingMessage, response) => {
    seen.push({ key: request.headers["idempotency-key"] as string | undefined, at: performance.now() });
    response.writeHead(answers.shift() ?? 429, { "retry-after": "1" }).end('{"status":"approved"}');
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  after(() => closeServer(server));
  const loop = closedLoop({ baseUrl, apiKey: "a", secret: "b", maxRetries: 2 });
  await loop.createAuthorization({ panToken: "p", amount: 1 });
  assert.equal(new Set(seen.map(({ key }) => key)).size, 1);
  assert.ok((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0) >= 990);
  const once = closedLoop({ baseUrl, apiKey: "a", secret: "b", maxRetries: 0 });
  await assert.rejects(once.createAuthorization({ panToken: "p", amount: 1 }), RateLimitError);
  const nowhere = closedLoop({ baseUrl: "http://127.0.0.1:9", apiKey: "a", secret: "b", maxRetries: 0 });
  await assert.rejects(nowhere.createAuthorization({ panToken: "p", amount: 1 }, { idempotencyKey: "k" }), (error) => {
    assert.ok(error instanceof NoAnswerError);
    assert.equal(error.idempotencyKey, "k");
    return true;
  });
});

test("keys follow no redirect, in the one way that workers take too", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  after(() => closeServer(server));
  const likeWorkers: typeof fetch = (address, init) => {
    assert.ok(["follow", "manual"].includes(init?.redirect ?? "follow"));
    return fetch(address, init);
  };
  const loop = closedLoop({ baseUrl, apiKey: "a", secret: "b", maxRetries: 0, fetch: likeWorkers });
  await assert.rejects(loop.getTenantIdentity(), { name: "ApiError", status: 307, code: "unreadable" });
  assert.deepEqual(asked, ["/v1/me"]);
});

test("deliveries are verified with their id, in headers of any case, and a repeat is known", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const body = JSON.stringify({ event: "authorization.approved", recordId: "a" });
  const content = { deliveryId: "d1", secret, at: new Date(), body };
  const own = { ...signatureHeaders("svc", content), "X-SVC-Delivery": "d1" };
  const sent = { ...own, ...standardHeaders(content) };
  const { event, deliveryId } = await verifyWebhook(body, sent, secret);
  assert.deepEqual([event.event, deliveryId], ["authorization.approved", "d1"]);
  const standard = standardHeaders({ ...content, secret: "whsec_b2xk", nextSecret: secret });
  await verifyWebhook(body, new Headers(standard), secret);
  const underAnotherId = await verifyWebhook(body, { ...sent, "X-SVC-Delivery": "d2" }, secret);
  assert.equal(underAnotherId.deliveryId, "d1");
  for (const [received, headers, key] of [
    [`${body} `, sent, secret],
    [body, sent, "whsec_b3RoZXI="],
    [body, {}, secret],
    [body, standardHeaders({ ...content, at: new Date(Date.now() - 301_000) }), secret],
    [body, { ...sent, "webhook-id": "d2" }, secret],
    [body, { ...own, "X-SVC-Delivery": "d2" }, secret],
  ] as const) {
    await assert.rejects(verifyWebhook(received, headers, key), WebhookVerificationError);
  }
  for (const key of ["", "whsec_", "whsec_!", "whsec_abc", "b2xk", `${secret} `]) {
    const forged = {
      ...signatureHeaders("svc", { ...content, secret: key }),
      ...standardHeaders({ ...content, secret: "" }),
    };
    await assert.rejects(verifyWebhook(body, forged, key), { name: "ClosedLoopError", message: /must be whsec_/ }, key);
  }
  const recent = new RecentDeliveries(2);
  assert.deepEqual(
    ["a", "a", "b", "c", "a"].map((id) => recent.isNew(id)),
    [true, false, true, true, true],
  );
});

test("the generated types are those of the documents; the package is small and needs nothing, of Node.js neither", async () => {
  const generated = readFileSync("sdk/typescript/src/generated/operations.ts", "utf8");
  assert.ok(generated.includes(digestOfDocuments()), "run npm run sdk:generate");
  const entryPoints = ["sdk/typescript/src/index.ts"];
  const options = { bundle: true, minify: true, format: "esm", platform: "neutral", write: false } as const;
  const { outputFiles } = await build({ entryPoints, ...options });
  const size = gzipSync(outputFiles[0]?.contents ?? "").length;
  assert.ok(size < 15_000, `${size} bytes`);
  const said = `is ${Math.ceil(size / 1_000)} kB gzipped`;
  assert.ok(readFileSync("sdk/typescript/README.md", "utf8").includes(said), said);
  const { dependencies } = JSON.parse(readFileSync("sdk/typescript/package.json", "utf8"));
  assert.equal(dependencies, undefined);
});

test("npm run package packs the client, its types, and the command line", () => {
  const npm = (...args: string[]) => execFileSync("npm", args, { cwd: "sdk/typescript", encoding: "utf8" });
  const printed = npm("run", "package", "--", "--json", "--dry-run");
  const [packed] = JSON.parse(printed.slice(printed.indexOf("[\n")));
  const files: string[] = packed.files.map(({ path }: { path: string }) => path);
  for (const each of [
    "dist/index.js",
    "dist/index.d.ts",
    "dist/cli.cjs",
    "dist/commander-license.txt",
    "README.md",
    "package.json",
  ])
    assert.ok(files.includes(each), each);
  assert.deepEqual(
    files.filter((path) => !/^(dist\/|README\.md$|package\.json$)/.test(path)),
    [],
  );
});
