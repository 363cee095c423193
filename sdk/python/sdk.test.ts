import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { signatureHeaders, standardHeaders } from "@/server/domain/webhooks";
import { assertBooksBalance } from "@/server/testing/books";
import { withNodeHost } from "@/server/testing/clients/node-host";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchantKey } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { digestOfDocuments } from "../generate";

withTestDatabase();
const origin = withNodeHost(50);

async function runPython(program: string, given: object): Promise<unknown> {
  const child = spawn(
    "python3",
    ["-B", "-W", "error", "-c", `import json, sys\ngiven = json.load(sys.stdin)\n${program}`],
    {
      env: { ...process.env, PYTHONPATH: "sdk/python" },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  child.stdin.end(JSON.stringify(given));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(err, "");
  return JSON.parse(out);
}

const JOURNEY = `
from closed_loop import NULL, ClosedLoop, ConflictError, NotFoundError
from closed_loop.client import _send

asked = 0
def losing(*request):
    global asked
    answer = _send(*request)
    asked += 1
    if asked % 3 == 0:
        raise OSError("cut")
    return answer

loop = ClosedLoop(given["url"], api_key=given["apiKey"], secret=given["secret"], merchant=given["merchant"], signs=True, transport=losing)
for number in range(6):
    payment = loop.create_authorization(panToken=given["panToken"], amount=10, merchantReference=f"n{number}")
    loop.capture_authorization(id=payment["recordId"], amount=8)
first = next(iter(loop.list_captures(limit=2)))
loop.reverse_authorization(id=first["authorizationId"], amount=3, kind="refund")
till = ClosedLoop(given["url"], merchant_key=given["merchantKey"])
sale = till.sell_transaction(paymentMethod={"type": "card", "panToken": given["panToken"]}, amount=2)
member = loop.create_member(name="Ada", email="ada@example.com")["id"]
emails = []
for email in [None, NULL]:
    loop.update_member(id=member, email=email, metadata={"team": "North"})
    emails.append(loop.get_member(id=member)["email"])
seen = []
for wrong in [lambda: loop.get_authorization(id="nothing"), lambda: (loop.create_authorization(panToken=given["panToken"], amount=1, idempotency_key="k"), loop.create_authorization(panToken=given["panToken"], amount=2, idempotency_key="k"))]:
    try:
        wrong()
    except (NotFoundError, ConflictError) as error:
        seen.append([type(error).__name__, error.status, error.code])
print(json.dumps({
    "captured": sorted(str(capture["merchantReference"]) for capture in loop.list_captures(limit=2)),
    "big": [capture["amount"] for capture in loop.list_captures(limit=2, amount={"gte": 5})],
    "approved": sale["approved"],
    "acting": len(loop.list_transactions(limit=50).data),
    "errors": seen,
    "emails": emails,
    "unsaid": [name for record, named in ((first, loop.list_captures), (sale, loop.sell_transaction)) for name in record if name not in named.__doc__],
}))
`;

test("Python pays once each and reads all back although a third of the answers are lost", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const { key: merchantKey } = await createTestMerchantKey({ id: tenant.merchantId, tenant });
  const { publicKey: apiKey, secret, merchantId: merchant } = tenant;
  assert.deepEqual(await runPython(JOURNEY, { url: origin(), apiKey, secret, merchant, merchantKey, panToken }), {
    captured: ["None", "n0", "n1", "n2", "n3", "n4", "n5"],
    big: [8, 8, 8, 8, 8, 8],
    approved: true,
    acting: 7,
    errors: [
      ["NotFoundError", 404, "authorization_not_found"],
      ["ConflictError", 422, "idempotency_key_reused"],
    ],
    emails: ["ada@example.com", null],
    unsaid: [],
  });
  await assertBooksBalance();
});

const VERIFY = `
from closed_loop import ClosedLoopError, RecentDeliveries, WebhookVerificationError, verify_webhook
answers = []
for body, headers, secret in given:
    try:
        event, delivery = verify_webhook(body, headers, secret)
        answers.append([event["event"], delivery])
    except WebhookVerificationError:
        answers.append(None)
    except ClosedLoopError as error:
        answers.append(str(error))
recent = RecentDeliveries(2)
print(json.dumps([answers, [recent.is_new(each) for each in "aabca"]]))
`;

test("deliveries are verified with their id, in headers of any case, and a repeat is known", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const body = JSON.stringify({ event: "authorization.approved", recordId: "ä" });
  const content = { deliveryId: "d1", secret, at: new Date(), body };
  const own = { ...signatureHeaders("svc", content), "X-SVC-DELIVERY": "d2" };
  const sent = { ...own, ...standardHeaders(content) };
  const notSecrets = ["", "whsec_", "whsec_!", "whsec_abc", "b2xk", `${secret}\n`];
  const given = [
    [body, sent, secret],
    [body, standardHeaders({ ...content, secret: "whsec_b2xk", nextSecret: secret }), secret],
    [`${body} `, sent, secret],
    [body, sent, "whsec_b3RoZXI="],
    [body, {}, secret],
    [body, standardHeaders({ ...content, at: new Date(Date.now() - 301_000) }), secret],
    [body, { ...sent, "webhook-id": "d2" }, secret],
    [body, own, secret],
    ...notSecrets.map((key) => [
      body,
      { ...signatureHeaders("svc", { ...content, secret: key }), ...standardHeaders({ ...content, secret: "" }) },
      key,
    ]),
  ];
  const verified = ["authorization.approved", "d1"];
  const refused = "The webhook's secret must be whsec_ and base64, as it was shown when it was made.";
  assert.deepEqual(await runPython(VERIFY, given), [
    [verified, verified, null, null, null, null, null, null, ...notSecrets.map(() => refused)],
    [true, false, true, true, true],
  ]);
});

test("the methods are those of the documents", () => {
  const generated = readFileSync("sdk/python/closed_loop/operations.py", "utf8");
  assert.ok(generated.includes(digestOfDocuments()), "run npm run sdk:generate");
});
