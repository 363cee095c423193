import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { after, test } from "node:test";
import { type ClosedLoop, closedLoop } from "@closed-loop/sdk";
import { signatureHeaders, standardHeaders } from "@/server/domain/webhooks";
import { assertBooksBalance } from "@/server/testing/books";
import { withNodeHost } from "@/server/testing/clients/node-host";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchantKey } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { closeServer, listen } from "@/server/testing/listen";
import { till } from "./express-till/till";
import { POST as checkout } from "./next-shop/app/checkout/route";
import { POST as hook } from "./next-shop/app/hooks/route";
import { orders } from "./next-shop/shop";

withTestDatabase();
const origin = withNodeHost(50);

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

async function open() {
  const tenant = await createTestTenant();
  const { memberId } = await createTestCard(tenant);
  const { key: merchantKey } = await createTestMerchantKey({ id: tenant.merchantId, tenant });
  const { publicKey: apiKey, secret } = tenant;
  const office = closedLoop({ baseUrl: origin(), apiKey, secret });
  const newCode = async () => (await office.createMemberCode({ member: memberId, maxAmount: 50 })).code ?? "";
  return { tenant, office, merchantKey, newCode };
}

/** The service, whose next answers to a sale are lost after it was done. */
async function startLossy() {
  const lossy = { url: "", losses: 0 };
  const server = createServer(async (request, response) => {
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(`${origin()}${request.url}`, { method: "POST", headers, body: await buffer(request) });
    const said = await answer.text();
    lossy.losses -= 1;
    if (lossy.losses >= 0) return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(said);
  });
  lossy.url = `http://127.0.0.1:${await listen(server)}`;
  after(() => closeServer(server));
  return lossy;
}

/** The client’s own repeats, all lost. */
const ALL = 5;

/** The newest event of a type, as the service posts it. */
async function deliveryOf(office: ClosedLoop, type: string, secret = SECRET) {
  const { data } = await office.listEvents({ type, limit: 1 });
  const [event] = data;
  assert.ok(event, type);
  const body = JSON.stringify(event.payload);
  const content = { deliveryId: event.id, secret, at: new Date(), body };
  return { body, headers: { ...signatureHeaders("svc", content), ...standardHeaders(content) } };
}

test("the Express till charges an order once, refunds it, and believes signed webhooks alone", async () => {
  const { office, merchantKey, newCode } = await open();
  const server = createServer(till(closedLoop({ baseUrl: origin(), merchantKey }), SECRET));
  const url = `http://127.0.0.1:${await listen(server)}`;
  after(() => closeServer(server));
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(url + path, { method: "POST", body, headers });
    return { status: response.status, answer: await response.json().catch(() => null) };
  };
  const sell = (order: string, amount: number, code: string) =>
    post("/sales", JSON.stringify({ order, amount, code }), { "content-type": "application/json" });
  assert.match(await (await fetch(url)).text(), /Charge/);
  assert.equal((await sell("1", 60, await newCode())).answer.status, "declined");
  const code = await newCode();
  const [one, other] = await Promise.all([sell("1", 12.5, code), sell("1", 12.5, code)]);
  assert.deepEqual([one.answer.status, other.answer.status], ["paid", "paid"]);
  const { body, headers } = await deliveryOf(office, "authorization.captured");
  assert.equal((await post("/hooks", body, headers)).status, 204);
  assert.equal((await post("/hooks", body, headers)).status, 204);
  assert.equal((await post("/hooks", `${body} `, headers)).status, 400);
  const refund = await post("/sales/1/refund", "", {});
  assert.deepEqual([refund.answer.status, refund.answer.heard], ["refunded", ["authorization.captured"]]);
  assert.equal((await post("/sales/2/refund", "", {})).status, 404);
  assert.deepEqual(
    (await office.listCaptures()).data.map(({ amount, refunded }) => [amount, refunded]),
    [[12.5, 12.5]],
  );
  await assertBooksBalance();
});

test("the Express till repeats what is unknown, and refuses another code until it is known", async () => {
  const { office, merchantKey, newCode } = await open();
  const lossy = await startLossy();
  const server = createServer(till(closedLoop({ baseUrl: lossy.url, merchantKey, maxRetries: 0 }), SECRET));
  const url = `http://127.0.0.1:${await listen(server)}`;
  after(() => closeServer(server));
  const sell = async (body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/sales`, { method: "POST", headers, body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };
  const first = { order: "1", amount: 12.5, code: await newCode() };
  lossy.losses = 1;
  const [, lost] = await sell(first);
  assert.deepEqual([lost.status, lost.message], ["unknown", "No answer came. Press Check."]);
  const refused = { message: "The first payment may have gone through: press Check." };
  assert.deepEqual(await sell({ ...first, code: await newCode() }), [409, refused]);
  assert.deepEqual(await sell({ ...first, amount: 13 }), [409, refused]);
  const [, checked] = await sell({ order: "1" });
  assert.deepEqual([checked.status, checked.asked], ["paid", undefined]);
  assert.equal((await sell({ order: "2" }))[0], 404);
  assert.equal((await sell({ order: "3", amount: 1, code: "22222222" }))[1].status, "declined");
  assert.equal((await sell({ order: "3", amount: 1, code: await newCode() }))[1].status, "paid");
  assert.deepEqual(
    (await office.listCaptures()).data.map(({ amount }) => amount),
    [1, 12.5],
  );
});

test("the Next.js shop takes its own price for a code, once, and hears of refunds", async () => {
  const { office, merchantKey, newCode } = await open();
  const lossy = await startLossy();
  const env = { CLOSED_LOOP_URL: lossy.url, CLOSED_LOOP_MERCHANT_KEY: merchantKey, WEBHOOK_SECRET: SECRET };
  Object.assign(process.env, env);
  after(() => {
    for (const name of Object.keys(env)) delete process.env[name];
  });
  const pay = async (order: string, code: string) => {
    const body = new URLSearchParams({ order, code, good: "beans", amount: "0.01" });
    const { status, headers } = await checkout(new Request("http://shop.test/checkout", { method: "POST", body }));
    assert.equal(status, 303);
    return new URL(headers.get("location") ?? "").searchParams.get("says");
  };
  assert.match((await pay("a", "")) ?? "", /type your code/);
  assert.match((await pay("a", "22222222")) ?? "", /^Not paid/);
  const code = await newCode();
  lossy.losses = ALL;
  assert.equal(await pay("a", code), "No answer came. Press Check: you pay once.");
  assert.equal(await pay("a", await newCode()), "The first payment may have gone through: press Check.");
  assert.equal(await pay("a", ""), "Thank you: order a is paid.");
  assert.equal(await pay("a", code), "It is paid already.");
  const { data: sold } = await office.listCaptures();
  assert.deepEqual(
    sold.map(({ amount, merchantReference }) => [amount, merchantReference]),
    [[12.5, "a"]],
  );
  const id = sold[0]?.authorizationId ?? "";
  await office.reverseAuthorization({ id, kind: "refund", amount: 2 });
  const heard = async (secret: string) => {
    const delivery = await deliveryOf(office, "authorization.reversed", secret);
    return (await hook(new Request("http://shop.test/hooks", { method: "POST", ...delivery }))).status;
  };
  assert.deepEqual([await heard("whsec_b3RoZXI="), orders.get("a")?.status], [400, "paid"]);
  assert.deepEqual([await heard(SECRET), orders.get("a")?.status], [204, "paid"]);
  await office.reverseAuthorization({ id, kind: "refund" });
  assert.deepEqual([await heard(SECRET), orders.get("a")?.status], [204, "refunded"]);
  assert.equal(await pay("a", await newCode()), "It was refunded. Choose again for a new order.");
});

test("the back office in Python closes a day that matches, and names what doesn’t", async () => {
  const { tenant, office, newCode } = await open();
  const merchant = tenant.merchantId;
  for (const [merchantReference, amount] of [
    ["order-1", 0.1],
    ["order-2", 0.2],
  ] as const) {
    await office.sellPaymentCode({ paymentCode: await newCode(), amount, merchantReference }, { merchant });
  }
  const { batches } = await office.settle();
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-examples-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const close = async (orders: string) => {
    writeFileSync(join(folder, "orders.csv"), `reference,amount\n${orders}`);
    const args = [
      "-B",
      "-W",
      "error",
      "examples/python-back-office/close_day.py",
      batches[0]?.day ?? "",
      join(folder, "orders.csv"),
    ];
    const keys = { CLOSED_LOOP_URL: origin(), CLOSED_LOOP_KEY: tenant.publicKey, CLOSED_LOOP_SECRET: tenant.secret };
    const child = spawn("python3", args, { env: { ...process.env, ...keys, PYTHONPATH: "sdk/python" } });
    const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.equal(err, "");
    return { code: await exit, out };
  };
  const well = await close("order-1,0.10\norder-2,0.20\n");
  assert.equal(well.code, 0, well.out);
  assert.match(well.out, /2 lines {2}net 0.3 {2}pays 0.3\n.* is closed: 2 orders match/);
  const wrong = await close("order-1,0.10\norder-3,5\n");
  assert.equal(wrong.code, 1);
  assert.match(wrong.out, /order order-2: unknown here, 0.2 in the statements\norder order-3: 5 here, nothing in/);
});

test("each example has less than 200 lines", () => {
  const files = readdirSync("examples", { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(tsx?|py)$/.test(path),
  );
  const lines = new Map<string, number>();
  for (const path of files.filter((one) => one.includes("/") && !one.includes("next-env"))) {
    const [example = ""] = path.split("/");
    const { length } = readFileSync(join("examples", path), "utf8").split("\n");
    lines.set(example, (lines.get(example) ?? 0) + length);
  }
  assert.equal(lines.size, 3);
  for (const [example, count] of lines) assert.ok(count < 200, `${example}: ${count}`);
});
