import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { type ClosedLoop, closedLoop } from "@closed-loop/sdk";
import { startCuttingProxy } from "../faults/inject/cutting-proxy";
import { createShop, type Shop } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

const SHARE = 0.3;
const PAYMENTS = 20;
/** Ten losses in a row are less than one in a hundred thousand. */
const RETRIES = 9;

const officeOf = (
  { publicKey: apiKey, secret, merchantId: merchant }: Shop,
  baseUrl: string,
  maxRetries = 4,
): ClosedLoop => closedLoop({ baseUrl, apiKey, secret, merchant, signs: true, maxRetries });

/** Read without the proxy: what was paid, captured, refunded, and settled, by reference. */
async function booksOf(shop: Shop, baseUrl: string) {
  const loop = officeOf(shop, baseUrl);
  const read = async (list: AsyncIterable<{ amount: number; merchantReference?: string | null }>) => {
    const found: [string, number][] = [];
    for await (const { amount, merchantReference } of list) found.push([merchantReference ?? "", amount]);
    return found.sort(([one], [other]) => one.localeCompare(other));
  };
  const { data } = await loop.listAccounts({ member: shop.memberId });
  return {
    captures: await read(loop.listCaptures({ limit: 100 })),
    refunds: (await read(loop.listRefunds({ limit: 100 }))).map(([, amount]) => amount),
    left: data.map(({ posted }) => posted),
  };
}

/** Twenty sales of 2, every fourth of them refunded by half. */
const EXPECTED = {
  captures: Array.from({ length: PAYMENTS }, (_, at) => [`n${String(at).padStart(2, "0")}`, 2]),
  refunds: Array.from({ length: PAYMENTS / 4 }, () => 1),
  left: [1_000 - 2 * PAYMENTS + PAYMENTS / 4],
};

test("the TypeScript client pays and refunds once each although 30 % of the answers are cut", async ({ baseURL }) => {
  const shop = await createShop();
  const proxy = await startCuttingProxy(baseURL ?? "", SHARE, "typescript");
  try {
    const office = officeOf(shop, proxy.url, RETRIES);
    const till = closedLoop({ baseUrl: proxy.url, merchantKey: shop.merchantKey, maxRetries: RETRIES });
    const sell = async (at: number) => {
      const merchantReference = `n${String(at).padStart(2, "0")}`;
      if (at % 2 === 0) {
        const payment = await office.createAuthorization({ panToken: shop.panToken, amount: 2, merchantReference });
        if (payment.status !== "approved") throw new Error("declined");
        await office.captureAuthorization({ id: payment.recordId });
        if (at % 4 === 0) await office.reverseAuthorization({ id: payment.recordId, amount: 1, kind: "refund" });
        return;
      }
      const paymentMethod = { type: "card", panToken: shop.panToken } as const;
      await till.sellTransaction({ amount: 2, paymentMethod, merchantReference });
    };
    await Promise.all(Array.from({ length: PAYMENTS }, (_, at) => sell(at)));
    const seen: string[] = [];
    for await (const { id } of office.listCaptures({ limit: 3 })) seen.push(id);
    expect([seen.length, new Set(seen).size]).toEqual([PAYMENTS, PAYMENTS]);
    expect(proxy.counts.cut).toBeGreaterThan(proxy.counts.asked * 0.2);
    expect(await booksOf(shop, baseURL ?? "")).toEqual(EXPECTED);
  } finally {
    await proxy.close();
  }
});

const PYTHON = `
import json, sys
from closed_loop import ClosedLoop
given = json.load(sys.stdin)
office = ClosedLoop(given["url"], api_key=given["publicKey"], secret=given["secret"], signs=True, max_retries=given["retries"])
till = ClosedLoop(given["url"], merchant_key=given["merchantKey"], max_retries=given["retries"])
for at in range(given["payments"]):
    reference = f"n{at:02}"
    if at % 2 == 0:
        payment = office.create_authorization(panToken=given["panToken"], amount=2, merchantReference=reference)
        office.capture_authorization(id=payment["recordId"])
        if at % 4 == 0:
            office.reverse_authorization(id=payment["recordId"], amount=1, kind="refund")
    else:
        till.sell_transaction(paymentMethod={"type": "card", "panToken": given["panToken"]}, amount=2, merchantReference=reference)
print(json.dumps(sorted(capture["id"] for capture in office.list_captures(limit=3))))
`;

test("the Python client pays and refunds once each although 30 % of the answers are cut", async ({ baseURL }) => {
  const shop = await createShop();
  const proxy = await startCuttingProxy(baseURL ?? "", SHARE, "python");
  try {
    const env = { ...process.env, PYTHONPATH: "sdk/python" };
    const child = spawn("python3", ["-B", "-W", "error", "-c", PYTHON], { env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.end(JSON.stringify({ ...shop, url: proxy.url, payments: PAYMENTS, retries: RETRIES }));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(err).toBe("");
    expect(new Set(JSON.parse(out)).size).toBe(PAYMENTS);
    expect(proxy.counts.cut).toBeGreaterThan(proxy.counts.asked * 0.2);
    expect(await booksOf(shop, baseURL ?? "")).toEqual(EXPECTED);
  } finally {
    await proxy.close();
  }
});
