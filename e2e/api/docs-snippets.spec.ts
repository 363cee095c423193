import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { isGenuine } from "@/components/public/docs/guides/snippets/verify";
import { verified } from "@/components/public/docs/guides/snippets/verify-standard";
import { codeOfCurl } from "@/server/contracts/rest/example-code";
import { type OpenApiDocument, operationsOf } from "@/server/contracts/rest/openapi";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { runPrintedTypescript, startPython } from "@/server/testing/clients/printed-code";
import { createShop } from "../fixtures/new-member";
import { type Answers, fill, readSnippet, runSnippet, type Swaps, settled } from "../fixtures/snippets";
import { expect, test } from "../fixtures/test";

/** Snippets in the guides' order; each lists the fields of its answer that later ones use. */
const STORIES: Readonly<Record<string, readonly [name: string, keeps?: Readonly<Record<string, string>>][]>> = {
  "quick start": [
    ["authorize", { YOUR_RECORD_ID: "recordId" }],
    ["capture"],
    ["refund"],
    ["decline"],
    ["get-authorization"],
    ["invalid"],
    ["me"],
    ["sign"],
    ["sign-body"],
  ],
  "payment codes": [
    ["mint-code", { YOUR_CODE: "code", YOUR_PIN: "pin" }],
    ["redeem-code"],
    ["member-code", { YOUR_CODE: "code" }],
    ["sell-code"],
  ],
  agreements: [
    ["ask-agreement", { YOUR_AGREEMENT: "recurringAuthorizationId" }],
    ["approve-agreement"],
    ["charge-agreement"],
    ["ask-charge", { YOUR_CHARGE_REQUEST: "chargeRequestId" }],
    ["approve-charge"],
    ["get-charge-request"],
    ["revoke-agreement"],
  ],
  "merchant surface": [
    ["sell", { YOUR_TRANSACTION: "transactionId" }],
    ["refund-sale"],
    ["find-sale"],
    ["sell-for-merchant"],
    ["settle"],
    ["fund"],
    ["clock"],
  ],
};

/** Avoids the café and Alice's USD account, on which other tests rely. */
const SWAPS: Swaps = {
  '"merchant":"TESTmerchantCafe1"}': '"merchant":"TESTmerchantShop1"}',
  "accounts/TESTacctAlice0001": "accounts/TESTacctAliceJPY1",
};

/** The same, as the SDKs name it. */
const SDK_SWAPS: Swaps = { TESTmerchantCafe1: "TESTmerchantShop1", TESTacctAlice0001: "TESTacctAliceJPY1" };

function shownAnswer(name: string): unknown {
  try {
    return JSON.parse(readSnippet(`${name}.json`));
  } catch {
    return null;
  }
}

type Run = (name: string, given: Answers, swaps: Swaps) => Promise<Record<string, string> | null>;

const runCurl: Run = async (name, given, swaps) => JSON.parse(await runSnippet(name, given, swaps));

/** `null` for what an SDK doesn’t show: several requests in one, and an error, which is thrown. */
async function runnerOf(language: "typescript" | "python", baseURL: string): Promise<Run> {
  const documents = await Promise.all(
    ["v1", "merchant-v1"].map(async (name) => (await fetch(new URL(`/openapi/${name}.json`, baseURL))).json()),
  );
  const operations = documents.flatMap((document: OpenApiDocument) => operationsOf(document));
  return async (name, given, swaps) => {
    const code = codeOfCurl(readSnippet(`${name}.sh`), operations);
    if (code === null || name === "invalid") return null;
    const printed = fill(code[language], given, swaps);
    if (language === "typescript") return (await runPrintedTypescript(printed)) as Record<string, string>;
    const python = startPython();
    try {
      return (await python.run(printed)) as Record<string, string>;
    } finally {
      python.end();
    }
  };
}

async function runAll(
  story: readonly [name: string, keeps?: Readonly<Record<string, string>>][],
  swaps: Swaps,
  run = runCurl,
): Promise<void> {
  const given: Answers = new Map();
  for (const [name, keeps = {}] of story) {
    const answer = await run(name, given, swaps);
    if (answer === null) continue;
    if (name !== "invalid") expect(answer, name).not.toHaveProperty("error");
    const shown = shownAnswer(name);
    if (shown) expect(settled(answer), name).toEqual(settled(shown));
    for (const [placeholder, field] of Object.entries(keeps)) given.set(placeholder, answer[field] ?? "");
  }
}

for (const [title, story] of Object.entries(STORIES)) {
  test(`the requests of the docs run as they are printed: ${title}`, { tag: "@journey" }, async ({ baseURL }) => {
    await runAll(story, { "http://localhost:3000": baseURL ?? "", ...SWAPS });
  });
  for (const language of ["typescript", "python"] as const) {
    test(`the requests of the docs run as they are printed in ${language}: ${title}`, async ({ baseURL }) => {
      await runAll(
        story,
        { "http://localhost:3000": baseURL ?? "", ...SDK_SWAPS },
        await runnerOf(language, baseURL ?? ""),
      );
    });
  }
}

test("a canteen is onboarded as printed, and its till sells, undoes, and looks up", { tag: "@journey" }, async ({
  baseURL,
}) => {
  const { publicKey, secret } = await createShop();
  const given: Answers = new Map([
    ["YOUR_KEY", publicKey],
    ["YOUR_SECRET", secret],
  ]);
  const ask = async (name: string) => {
    const answer = JSON.parse(await runSnippet(name, given, { "http://localhost:3000": baseURL ?? "" }));
    expect(answer, name).not.toHaveProperty("error");
    return answer;
  };
  given.set("YOUR_MERCHANT", (await ask("onboard-merchant")).id);
  given.set("YOUR_TILL", (await ask("onboard-merchant-key")).key);
  given.set("YOUR_MEMBER", (await ask("onboard-member")).id);
  given.set("YOUR_ACCOUNT", (await ask("onboard-account")).id);
  const card = await ask("onboard-card");
  given.set("YOUR_CARD", card.id);
  given.set("YOUR_PAN_TOKEN", card.panToken);
  expect((await ask("onboard-invite")).link).toMatch(/^http/);
  await ask("onboard-fund");
  expect((await ask("onboard-sale")).approved).toBe(true);
  expect((await ask("onboard-balance")).available).toBe(43.5);
  given.set("YOUR_CODE", (await ask("till-member-code")).code);
  const wrong = await ask("till-sell-code");
  expect([wrong.approved, typeof wrong.matchWords]).toEqual([true, "string"]);
  given.set("YOUR_TRANSACTION", wrong.transactionId);
  expect(await ask("till-undo")).toMatchObject({ refundedAmount: 7.5, status: "Refunded" });
  expect(await ask("till-find-sale")).toMatchObject({ authorizationId: wrong.authorizationId });
  expect((await ask("onboard-balance")).available).toBe(43.5);
  expect((await ask("onboard-replace")).panToken).not.toBe(card.panToken);
});

test("a repeat is marked as one", { tag: "@journey" }, async ({ baseURL }) => {
  const output = await runSnippet("repeat", new Map(), { "http://localhost:3000": baseURL ?? "" });
  expect(output.replaceAll("\r", "").trim().split("\n")).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 201/),
    expect.stringMatching(/^HTTP\/1\.1 200/),
    expect.stringMatching(/^idempotent-replayed: true$/i),
  ]);
});

test("a lost PIN is replaced as the docs print it", { tag: "@journey" }, async ({ baseURL }) => {
  const made = JSON.parse(await runSnippet("lost-pin", new Map(), { "http://localhost:3000": baseURL ?? "" }));
  expect([made.status, made.code?.length, made.pin?.length]).toEqual(["Code Active", 10, 7]);
});

interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

test("a subscriber of the docs gets a sample, and the docs' code verifies it", { tag: "@journey" }, async ({
  baseURL,
}) => {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    arrivals.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  const { publicKey, secret: apiSecret } = await createShop();
  const swaps = {
    "http://localhost:3000": baseURL ?? "",
    "http://localhost:4000/": `http://localhost:${port}/`,
    pk_test_closedloop_sandbox: publicKey,
    sk_test_closedloop_sandbox_public_secret: apiSecret,
  };
  const given: Answers = new Map();
  try {
    const { id, secret, ...rest } = JSON.parse(await runSnippet("subscribe", given, swaps));
    expect(settled({ id, secret, ...rest })).toEqual(settled(shownAnswer("subscribe")));
    given.set("YOUR_SUBSCRIPTION", id);
    const sample = JSON.parse(await runSnippet("send-sample", given, swaps));
    const find = () => arrivals.find(({ headers }) => headers["x-svc-delivery"] === sample.id);
    // On failure, shows the delivery's record.
    const whyNot = async () => {
      if (find()) return null;
      return JSON.parse(await runSnippet("list-deliveries", given, swaps));
    };
    await expect.poll(whyNot, { timeout: 20_000 }).toBeNull();
    const { headers = {}, body = Buffer.of() } = find() ?? {};
    expect(isGenuine(headers as Record<string, string>, body, secret)).toBe(true);
    expect(isGenuine(headers as Record<string, string>, body, `${secret}x`)).toBe(false);
    const payload = verified(headers as Record<string, string>, body, secret);
    expect(WEBHOOK_EVENTS["authorization.approved"].schema.parse(payload)).toMatchObject({ test: true });
    await expect
      .poll(async () => settled(JSON.parse(await runSnippet("list-deliveries", given, swaps))))
      .toEqual(settled(shownAnswer("list-deliveries")));
    const next = JSON.parse(await runSnippet("next-secret", given, swaps));
    expect([next.secretLast4, next.nextSecretLast4]).toEqual([secret.slice(-4), next.secret.slice(-4)]);
    const rotated = JSON.parse(await runSnippet("rotate-secret", given, swaps));
    expect([secret, next.secret]).not.toContain(rotated.secret);
    expect(rotated.nextSecretLast4).toBeNull();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("the clock of a sandbox moves as the docs print it", { tag: "@journey" }, async ({ baseURL }) => {
  const { publicKey, secret } = await createShop();
  const given: Answers = new Map([
    ["YOUR_KEY", publicKey],
    ["YOUR_SECRET", secret],
  ]);
  const clock = JSON.parse(await runSnippet("advance-clock", given, { "http://localhost:3000": baseURL ?? "" }));
  expect(clock.lastMove).toMatchObject({ arrived: true, happened: [] });
  expect(Math.round(clock.aheadSeconds / 86_400)).toBe(7);
});
