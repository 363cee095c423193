import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { on } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { z } from "zod";
import { seedSandbox } from "@/prisma/seed";
import { handleApi } from "@/server/api/host";
import { createHttpServer } from "@/server/boot/http-server";
import { type CodeLanguage, exampleCode, isInSdks } from "@/server/contracts/rest/example-code";
import { operationsOf } from "@/server/contracts/rest/openapi";
import { camtOf, createTestNetworkKey, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { runPrintedTypescript, startPython } from "@/server/testing/clients/printed-code";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { byDepth } from "@/server/testing/depth";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { makeReportFiles } from "@/server/testing/report-files";
import { readReference } from "./read-reference";

withTestDatabase();
allowLocalhost();
bindTestSender();

const OPERATIONS = readReference().flatMap(({ document }) => operationsOf(document));

type Answer = Readonly<Record<string, unknown>>;

/** Fields of each response that later examples use, by placeholder. */
const KEEPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createAuthorization: { YOUR_AUTHORIZATION: "authorizationId" },
  listCaptures: { YOUR_TRANSACTION: "transactionId" },
  listSettlementBatches: { YOUR_BATCH: "batchId" },
  listSettlements: { YOUR_BATCH: "batchId" },
  listPayouts: { YOUR_PAYOUT: "payoutId" },
  listRefunds: { YOUR_REFUND: "refundId" },
  listReports: { YOUR_REPORT: "reportId" },
  listBankStatements: { YOUR_BANK_STATEMENT: "statementId" },
  listDisputes: { YOUR_DISPUTE: "disputeId" },
  openSandboxDispute: { YOUR_DISPUTE: "disputeId" },
  createPaymentCode: { YOUR_CODE: "code", YOUR_PIN: "pin" },
  createWebhookSubscription: { YOUR_SUBSCRIPTION: "id" },
  sendTestWebhook: { YOUR_DELIVERY: "id" },
  createMerchant: { YOUR_MERCHANT: "id" },
  createMerchantKey: { YOUR_MERCHANT_KEY: "id" },
  createMember: { YOUR_MEMBER: "id" },
  openMemberAccount: { YOUR_ACCOUNT: "id" },
  createFunding: { YOUR_FUNDING: "id" },
  createMemberPayout: { YOUR_MEMBER_PAYOUT: "memberPayoutId" },
  issueCard: { YOUR_CARD: "id" },
  listEvents: { YOUR_EVENT: "id" },
  listMerchantEvents: { YOUR_EVENT: "id" },
  createOwnWebhookSubscription: { YOUR_SUBSCRIPTION: "id" },
  createMemberCode: { YOUR_MEMBER_CODE: "code", YOUR_MEMBER_CODE_RECORD: "recordId" },
  replaceMemberCode: { YOUR_MEMBER_CODE: "code" },
  authorizeTransaction: { YOUR_AUTHORIZATION: "authorizationId" },
  captureTransaction: { YOUR_TRANSACTION: "transactionId" },
  sellTransaction: { YOUR_TRANSACTION: "transactionId" },
  authorizeRecurring: { YOUR_AGREEMENT: "recurringAuthorizationId" },
};

/** Examples to run first, because an earlier example ended the record that this one needs. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  replacePaymentCode: ["createPaymentCode"],
  replaceMemberCode: ["createMemberCode"],
  rotateWebhookSecret: ["createWebhookSubscription"],
  makeNextWebhookSecret: ["createWebhookSubscription"],
  getWebhookReplay: ["createWebhookSubscription", "replayWebhookEvents"],
  replayWebhookEvents: ["createWebhookSubscription"],
  rotateOwnWebhookSecret: ["createOwnWebhookSubscription"],
  approveAgreement: ["authorizeRecurring"],
  denyAgreement: ["authorizeRecurring"],
  chargeRecurring: ["authorizeRecurring", "approveAgreement"],
  createMemberPayout: ["createFunding"],
  answerPayout: ["sellTransaction", "settle", "listPayouts"],
  listSettlementBatches: ["sellTransaction", "settle"],
  listReports: ["createReport"],
  getDispute: ["createAuthorization", "openSandboxDispute"],
  closeDispute: ["createAuthorization", "openSandboxDispute"],
  answerSandboxDispute: ["createAuthorization", "openSandboxDispute", "closeDispute"],
  openSandboxDispute: ["createAuthorization"],
  reverseTransaction: ["sellTransaction"],
  listSettlements: ["sellTransaction", "settle"],
};

const server = createHttpServer({
  api: handleApi,
  inngest: async (_, response) => void response.end("inngest"),
  pages: async (_, response) => void response.writeHead(404).end(),
  upgrade: async (_, socket) => void socket.destroy(),
});

/**
 * Runs each command that it reads, unchanged: its `curl` also prints the status. One shell for all of them, because starting a
 * process takes a second where the parent is as large as a run of many tests.
 */
const SHELL = `
curl() { command curl -m 60 -w '\\n%{http_code}' "$@"; }
date() { echo "$SECONDS_NOW"; }
while IFS= read -r -d '' command; do SECONDS_NOW=$((SECONDS_NOW + 1)); ( eval "$command" ); printf '\\0'; done
`;
const shell = spawn("bash", ["-c", SHELL], {
  env: { ...process.env, SECONDS_NOW: "1795000000" },
  stdio: ["pipe", "pipe", "inherit"],
});

const python = startPython();

before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => {
  shell.stdin.end();
  python.end();
  server.closeAllConnections();
  server.close();
});

async function runPrinted(printed: string): Promise<{ readonly status: number; readonly answer: Answer }> {
  shell.stdin.write(`${printed}\0`);
  let stdout = "";
  for await (const [chunk] of on(shell.stdout, "data", { close: ["end"] })) {
    stdout += chunk;
    if (stdout.endsWith("\0")) break;
  }
  stdout = stdout.slice(0, -1);
  const end = stdout.lastIndexOf("\n");
  const text = stdout.slice(0, end);
  assert.doesNotThrow(() => JSON.parse(text), `${printed}\n${text}`);
  return { status: Number(stdout.slice(end + 1)), answer: JSON.parse(text) };
}

const given = new Map<string, string>();

/** Of curl, asserts the documented success status: 201 if there is one, since a 200 is then a decline or a repeat. */
async function runPrintedIn(language: CodeLanguage, printed: string, responses: object): Promise<Answer> {
  if (language === "typescript") return (await runPrintedTypescript(printed)) as Answer;
  if (language === "python") return (await python.run(printed)) as Answer;
  const { status, answer } = await runPrinted(printed);
  const success = Object.keys(responses).filter((code) => code.startsWith("2"));
  assert.equal(status, Number(success.sort().at(-1)), `${printed}\n${JSON.stringify(answer)}`);
  return answer;
}

async function runExample(id: string, language: CodeLanguage = "curl"): Promise<void> {
  const shown = OPERATIONS.find(({ operation }) => operation.operationId === id);
  assert.ok(shown, id);
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const code = exampleCode(shown, `http://127.0.0.1:${port}`)[language];
  if (code === undefined) return assert.ok(!isInSdks(shown), `${id} has no example in ${language}`);
  const printed = code.replaceAll(/YOUR_[A-Z_]+/g, (placeholder) => {
    const value = given.get(placeholder);
    assert.ok(value, `${id} asks for ${placeholder}, which no example before gave`);
    return value;
  });
  const answer = await runPrintedIn(language, printed, shown.operation.responses);
  assert.notEqual(answer.approved, false, `${printed}\n${JSON.stringify(answer)}`);
  assert.notEqual(answer.valid, false, `${printed}\n${JSON.stringify(answer)}`);
  const [record = answer] = Array.isArray(answer.data) ? (answer.data as readonly Answer[]) : [];
  for (const [placeholder, field] of Object.entries(KEEPS[id] ?? {})) given.set(placeholder, String(record[field]));
}

async function postAsMerchant(path: string, body: object): Promise<unknown> {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  const response = await fetch(`http://127.0.0.1:${port}/merchant/v1/${path}`, {
    method: "POST",
    headers: { Authorization: "Bearer mk_test_closedloop_cafe_public", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function failOwnDelivery(): Promise<string> {
  for (const maker of ["createOwnWebhookSubscription", "sellTransaction"]) await runExample(maker);
  const [deliveryId = ""] = await deliveriesOf(given.get("YOUR_SUBSCRIPTION") ?? "");
  await attempt(deliveryId);
  return deliveryId;
}

async function sellOverCap(): Promise<string> {
  await runExample("createMemberCode");
  const body = { paymentCode: given.get("YOUR_MEMBER_CODE"), amount: 60 };
  const answer = await postAsMerchant("paymentcodes/sale", body);
  return z.object({ authorizationId: z.string() }).parse(answer).authorizationId;
}

/** A charge above the agreement's cap, so that the member is asked to approve it. */
async function chargeOverCap(): Promise<string> {
  for (const maker of ["authorizeRecurring", "approveAgreement"]) await runExample(maker);
  const body = { recurringAuthorizationId: given.get("YOUR_AGREEMENT"), amount: 35, onExceed: "ask" };
  const answer = await postAsMerchant("recurring/charge", body);
  return z.object({ chargeRequestId: z.string() }).parse(answer).chargeRequestId;
}

const ROUNDS: readonly CodeLanguage[] = byDepth({
  nightly: ["curl", "typescript", "python", "curl"],
  change: ["curl", "typescript", "python"],
});

test("every example of the reference runs as it is printed, in each language, in the order of the page", async () => {
  await seedSandbox();
  // The docs print examples that the shared sandbox refuses for one's own sandbox keys.
  const { publicKey, secret } = await createTestTenant();
  given.set("YOUR_KEY", publicKey);
  given.set("YOUR_SECRET", secret);
  given.set("YOUR_NETWORK_KEY", (await createTestNetworkKey()).key);
  await setTestBankAccount(await createTestOperator());
  const file = join(tmpdir(), `statement-${process.pid}.xml`);
  after(() => rmSync(file));
  given.set("YOUR_FILE", file);
  const receiver = await startReceiver();
  receiver.answerWith(503);
  given.set("YOUR_URL", receiver.url);
  for (const [round, language] of ROUNDS.entries()) {
    writeFileSync(file, camtOf({ number: `${round}`, lines: [{ amount: 5 }] }));
    for (const { operation } of OPERATIONS) {
      const id = operation.operationId;
      // No webhooks are delivered in this test, and only a failed delivery can be retried.
      if (id === "retryWebhookDelivery") await attempt(given.get("YOUR_DELIVERY") ?? "");
      if (id === "retryOwnWebhookDelivery") given.set("YOUR_DELIVERY", await failOwnDelivery());
      if (id === "rescueAuthorization") given.set("YOUR_DECLINE", await sellOverCap());
      if (id.endsWith("ChargeRequest")) given.set("YOUR_CHARGE_REQUEST", await chargeOverCap());
      for (const maker of FIRST[id] ?? []) await runExample(maker);
      await runExample(id, language);
    }
    // Five may be under way at once.
    await makeReportFiles();
  }
});

test("no example has the Idempotency-Key of another, and none an id that no one else has", () => {
  const printed = OPERATIONS.map((shown) => exampleCode(shown, "http://localhost:3000").curl);
  const keys = printed.flatMap((text) => text.match(/Idempotency-Key: [^"]+/g) ?? []);
  assert.equal(new Set(keys).size, keys.length);
  const writes = OPERATIONS.filter(({ operation }) =>
    operation.parameters.some(({ name }) => name === "Idempotency-Key"),
  );
  assert.equal(keys.length, writes.length);
  for (const text of printed) {
    const ids = text.match(/\b[0-9A-Za-z]{17}\b|\b\d{7}\b/g) ?? [];
    assert.deepEqual(
      ids.filter((id) => /\d/.test(id) && !id.startsWith("TEST")),
      [],
      text,
    );
  }
});
