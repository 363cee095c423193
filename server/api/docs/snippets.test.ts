import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { WebhookVerificationError } from "@closed-loop/sdk";
import { isGenuine } from "@/components/public/docs/guides/snippets/verify";
import { receive } from "@/components/public/docs/guides/snippets/verify-sdk";
import { verified } from "@/components/public/docs/guides/snippets/verify-standard";
import { SANDBOX_CARDS, SANDBOX_ENDPOINTS } from "@/components/public/docs/sandbox-values";
import * as seeded from "@/prisma/seed/sandbox";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { signatureHeaders, standardHeaders } from "@/server/domain/webhooks";

const OPERATIONS: readonly OperationContract[] = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS];
const FOLDER = join(process.cwd(), "components/public/docs/guides/snippets");
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw3Z";
const BODY = '{"id":"4821907","amount":12.5}';

const read = (name: string) => readFileSync(join(FOLDER, name), "utf8").trimEnd();

function headersAt(at: Date): Record<string, string> {
  const content = { deliveryId: "3Fq8rTDw2Lk9VbN4h", secret: SECRET, at, body: BODY };
  return { ...signatureHeaders("svc", content), ...standardHeaders(content) };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const fresh = headersAt(new Date());
const stale = headersAt(new Date(Date.now() - 301_000));
const forged = { ...fresh, "X-SVC-Signature": `sha256=${createHmac("sha256", "guess").update(BODY).digest("hex")}` };

test("the docs' check in Node takes a genuine delivery and no other", () => {
  const check = (headers: Record<string, string>, body = BODY) =>
    isGenuine(lowerCased(headers), Buffer.from(body), SECRET);
  assert.equal(check(fresh), true);
  assert.equal(check(stale), false);
  assert.equal(check(forged), false);
  assert.equal(check(fresh, BODY.replace("12.5", "99.5")), false);
  assert.equal(check({}), false);
});

test("the docs' receivers with the SDKs take a genuine delivery once and no other", async () => {
  const deliver = (headers: Record<string, string>) => receive(BODY, lowerCased(headers), SECRET);
  assert.deepEqual([await deliver(fresh), await deliver(fresh)], [JSON.parse(BODY), null]);
  await assert.rejects(deliver(stale), WebhookVerificationError);
  await assert.rejects(receive(`${BODY} `, lowerCased(fresh), SECRET), WebhookVerificationError);
  const cases = [fresh, fresh, stale].map((headers) => ({ headers, body: BODY, secret: SECRET }));
  const script = `${read("verify-sdk.py")}
import json, sys
from closed_loop import WebhookVerificationError
def taken(case):
    try:
        return receive(case["headers"], case["body"].encode(), case["secret"]) is not None
    except WebhookVerificationError:
        return "refused"
print(json.dumps([taken(case) for case in json.load(sys.stdin)]))`;
  const env = { ...process.env, PYTHONPATH: "sdk/python" };
  const { stdout, stderr } = spawnSync("python3", ["-B", "-c", script], {
    input: JSON.stringify(cases),
    encoding: "utf8",
    env,
  });
  assert.deepEqual(JSON.parse(stdout || "null"), [true, false, "refused"], stderr);
});

test("the docs' check in Python takes a genuine delivery and no other", {
  skip: !hasPython() && "there is no python3 here",
}, () => {
  const cases = [fresh, stale, forged, {}, lowerCased(fresh)].map((headers) => ({
    headers,
    body: BODY,
    secret: SECRET,
  }));
  const script = `${read("verify.py")}
import json, sys
print(json.dumps([is_genuine(c["headers"], c["body"].encode(), c["secret"]) for c in json.load(sys.stdin)]))`;
  const { stdout, stderr } = spawnSync("python3", ["-c", script], { input: JSON.stringify(cases), encoding: "utf8" });
  assert.deepEqual(JSON.parse(stdout || "null"), [true, false, false, false, true], stderr);
});

test("a library of Standard Webhooks takes what is sent", () => {
  assert.deepEqual(verified(fresh, Buffer.from(BODY), SECRET), JSON.parse(BODY));
  assert.throws(() => verified(stale, Buffer.from(BODY), SECRET));
});

test("the README shows the same requests and the same code as the docs", () => {
  const readme = readFileSync("README.md", "utf8");
  const shown = [...readme.matchAll(/```(?:sh|ts|python)\n([\s\S]*?)```/g)].map(([, text = ""]) => text.trim());
  const isOurs = (text: string) => /^(curl|secret=|import )/.test(text);
  const files = readdirSync(FOLDER).map(read);
  const strangers = shown.filter(isOurs).filter((text) => !files.includes(text.split("\n\nWEBHOOK_SECRET")[0] ?? ""));
  assert.deepEqual(strangers, []);
  assert.ok(shown.filter(isOurs).length >= 3);
});

test("the sandbox of the docs is the one that is seeded", () => {
  assert.deepEqual(
    SANDBOX_CARDS.map(({ panToken }) => panToken as string),
    seeded.SANDBOX_CARDS.map(({ panToken }) => panToken as string),
  );
  assert.deepEqual(
    SANDBOX_ENDPOINTS.map(({ path }) => path as string),
    V1_OPERATIONS.filter(({ tag }) => tag === "Sandbox").map(({ path }) => path as string),
  );
});

test("each request of the guides is run as it is printed, and a guide that makes keys uses no others", () => {
  const runs = readFileSync("e2e/api/docs-snippets.spec.ts", "utf8");
  const requests = readdirSync(FOLDER).filter((name) => name.endsWith(".sh"));
  assert.deepEqual(
    requests.filter((name) => !runs.includes(`"${name.replace(".sh", "")}"`)),
    [],
  );
  for (const guide of ["onboarding", "tills"]) {
    const shown = readFileSync(join(FOLDER, `../${guide}.md`), "utf8").matchAll(/\{\{snippet ([\w-]+\.sh)/g);
    const foreign = [...shown].filter(([, name = ""]) => /closedloop_|TEST[a-z]/.test(read(name)));
    assert.deepEqual(foreign, [], guide);
  }
});

function hasPython(): boolean {
  return spawnSync("python3", ["--version"]).status === 0;
}

test("every request of the guides that writes carries a key of its own", () => {
  const writes = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sh"))
    .map((name) => ({ name, text: read(name) }))
    .filter(({ text }) =>
      OPERATIONS.some(({ path, ...operation }) => {
        const isNamed = new RegExp(`${path.replace(/\{\w+\}/g, "[^/\\s]+")}(?:[\\s"']|$)`).test(text);
        return isNamed && operation.method === "POST" && operation.idempotency !== "none" && /-d |POST/.test(text);
      }),
    );
  assert.ok(writes.length > 15);
  assert.deepEqual(
    writes.filter(({ text }) => !text.includes("Idempotency-Key: ")).map(({ name }) => name),
    [],
  );
});
