import type { Operation } from "./openapi";

interface PrintedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: "X-API-Key: pk_test_closedloop_sandbox",
  secret: "Authorization: Bearer sk_test_closedloop_sandbox_public_secret",
  merchantKey: "Authorization: Bearer mk_test_closedloop_cafe_public",
  networkKey: "Authorization: Bearer YOUR_NETWORK_KEY",
};
const ONE_LINE = 64;

const OWN: Readonly<Record<string, string>> = {
  apiKey: "X-API-Key: YOUR_KEY",
  secret: "Authorization: Bearer YOUR_SECRET",
};
const WITH_PEOPLE = ["Members", "Cards"];
const NEEDS_OWN = new Set(["advanceSandboxClock"]);

const PLACEHOLDERS: ReadonlyMap<unknown, string> = new Map([
  ["4821907", "YOUR_AUTHORIZATION"],
  ["7KQ2M9XW4T", "YOUR_CODE"],
  ["4XW9KQ2", "YOUR_PIN"],
  ["7KQ2M9XW", "YOUR_MEMBER_CODE"],
  ["3Fq8rTMk4Zc8Wp2Yb", "YOUR_MEMBER_CODE_RECORD"],
  ["3Fq8rT4kCb7Wn4XsE", "YOUR_TRANSACTION"],
  ["3Fq8rT9QmP2VcKx5J", "YOUR_REFUND"],
  ["3Fq8rTHs5Qw8Zr1Nm", "YOUR_BATCH"],
  ["5Rp2bnXLLvtSExkrx", "YOUR_REPORT"],
  ["3Fq8rXb6Dp2Vn9Tsa", "YOUR_DISPUTE"],
  ["3Fq8rTBs4Kp9Wm2Xc", "YOUR_BANK_STATEMENT"],
  ["3Fq8rTJd7Px2Ls6Vk", "YOUR_PAYOUT"],
  ["3Fq8rTD7pQv2Lm9Ka", "YOUR_AGREEMENT"],
  ["5Ks2nVbT8yRw3Xc6d", "YOUR_CHARGE_REQUEST"],
  ["3Fq8rTBhLm5QdXc7K", "YOUR_SUBSCRIPTION"],
  ["3Fq8rTDw2Lk9VbN4h", "YOUR_DELIVERY"],
  ["3Fq8rTEv8Mk5WcZ9R", "YOUR_EVENT"],
  ["7Hd2kPq9sTz4Wm1Xb", "YOUR_DECLINE"],
  ["3Fq8rTMc5Yz2Nb8Wd", "YOUR_MERCHANT"],
  ["3Fq8rTKy7Qm4Vs9Xb", "YOUR_MERCHANT_KEY"],
  ["3Fq8rTMb6Ht3Rc9Zk", "YOUR_MEMBER"],
  ["3Fq8rTAc8Wn5Jd2Lx", "YOUR_ACCOUNT"],
  ["3Fq8rTFu5Kp9Wt3Gc", "YOUR_FUNDING"],
  ["3Fq8rWMp4Rt8Yc2Nd", "YOUR_MEMBER_PAYOUT"],
  ["3Fq8rTCd2Xv7Pf6Mh", "YOUR_CARD"],
  ["https://shop.example.com/webhooks", "YOUR_URL"],
]);

function bodyText(example: unknown): string {
  const replace = (_: string, value: unknown) => PLACEHOLDERS.get(value) ?? value;
  const short = JSON.stringify(example, replace);
  const text = short.length <= ONE_LINE ? short : JSON.stringify(example, replace, 2);
  return text.replaceAll("'", "'\\''");
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The operation as a curl command with its example values, which can be run repeatedly. Its Idempotency-Key is unique to the
 * operation, so that it isn't a repeat of another.
 */
export function exampleCurl({ method, path, operation }: PrintedOperation, baseUrl: string): string {
  const { operationId, parameters, requestBody, security } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const address = inPath.reduce((text, { name, example }) => {
    return text.replace(`{${name}}`, PLACEHOLDERS.get(example) ?? String(example ?? name));
  }, path);
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const search = new URLSearchParams(needed.map(({ name, example }) => [name, String(example ?? name)]));
  const url = needed.length === 0 ? `${baseUrl}${address}` : `"${baseUrl}${address}?${search}"`;
  const isIdempotent = parameters.some(({ name }) => name === "Idempotency-Key");
  const json = requestBody?.content["application/json"];
  const body = json?.example;
  const [fileType] = json ? [] : Object.keys(requestBody?.content ?? {});
  const isImplied = method === "GET" || (method === "POST" && (body ?? fileType) !== undefined);
  const isOwn = NEEDS_OWN.has(operationId) || operation.tags.some((tag) => WITH_PEOPLE.includes(tag));
  const credentials = isOwn ? OWN : CREDENTIALS;
  const headers = [
    ...Object.keys(security[0] ?? {}).map((scheme) => credentials[scheme] ?? ""),
    ...(isIdempotent ? [`Idempotency-Key: ${kebab(operationId)}-$(date +%s)`] : []),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    ...(fileType === undefined ? [] : [`Content-Type: ${fileType}`]),
  ];
  return [
    `curl -s ${isImplied ? "" : `-X ${method} `}${url}`,
    ...headers.map((header) => `  -H "${header}"`),
    ...(body === undefined ? [] : [`  -d '${bodyText(body)}'`]),
    ...(fileType === undefined ? [] : ["  --data-binary @YOUR_FILE"]),
  ].join(" \\\n");
}
