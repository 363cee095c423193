import type { Operation, Parameter, ShownOperation } from "./openapi";

export type CodeLanguage = "curl" | "typescript" | "python";

export const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: "X-API-Key: pk_test_closedloop_sandbox",
  secret: "Authorization: Bearer sk_test_closedloop_sandbox_public_secret",
  merchantKey: "Authorization: Bearer mk_test_closedloop_cafe_public",
  networkKey: "Authorization: Bearer YOUR_NETWORK_KEY",
};
const ONE_LINE = 64;
/** In the SDKs’ languages, whose lines begin with the call. */
const ONE_LINE_OF_CODE = 40;

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

/** A request as each language prints it. */
interface ExampleRequest {
  readonly shown: ShownOperation;
  /** What the address has in place of the path’s parameters. */
  readonly address: string;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields | undefined;
  /** Of a body that is a file. */
  readonly fileType: string | undefined;
  /** `name: value`, without the Idempotency-Key. */
  readonly headers: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The operation with its example values, which can be sent repeatedly. */
function exampleOf(shown: ShownOperation): ExampleRequest {
  const { operationId, parameters, requestBody, security, tags } = shown.operation;
  const shownValue = ({ name, example }: Parameter) => PLACEHOLDERS.get(example) ?? String(example ?? name);
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const params = Object.fromEntries(inPath.map((parameter) => [parameter.name, shownValue(parameter)]));
  const query = Object.fromEntries(needed.map(({ name, example }) => [name, String(example ?? name)]));
  const isOwn = NEEDS_OWN.has(operationId) || tags.some((tag) => WITH_PEOPLE.includes(tag));
  const credentials = isOwn ? OWN : CREDENTIALS;
  const replace = (_: string, value: unknown) => PLACEHOLDERS.get(value) ?? value;
  const json = requestBody?.content["application/json"];
  const example = json?.example;
  return {
    shown,
    address: shown.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name),
    params,
    query,
    body: example === undefined ? undefined : JSON.parse(JSON.stringify(example, replace)),
    fileType: json ? undefined : Object.keys(requestBody?.content ?? {})[0],
    headers: Object.keys(security[0] ?? {}).map((scheme) => credentials[scheme] ?? ""),
  };
}

/** Its Idempotency-Key is unique to the operation, so that it isn't a repeat of another. */
function curlOf({ shown, address, query, body, fileType, headers }: ExampleRequest, baseUrl: string): string {
  const { method, operation } = shown;
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const url = search === "" ? `${baseUrl}${address}` : `"${baseUrl}${address}?${search}"`;
  const isIdempotent = operation.parameters.some(({ name }) => name === "Idempotency-Key");
  const isImplied = method === "GET" || (method === "POST" && (body ?? fileType) !== undefined);
  const sent = [
    ...headers,
    ...(isIdempotent ? [`Idempotency-Key: ${kebab(operation.operationId)}-$(date +%s)`] : []),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    ...(fileType === undefined ? [] : [`Content-Type: ${fileType}`]),
  ];
  const short = JSON.stringify(body) ?? "";
  const text = short.length <= ONE_LINE ? short : JSON.stringify(body, null, 2);
  return [
    `curl -s ${isImplied ? "" : `-X ${method} `}${url}`,
    ...sent.map((header) => `  -H "${header}"`),
    ...(body === undefined ? [] : [`  -d '${text.replaceAll("'", "'\\''")}'`]),
    ...(fileType === undefined ? [] : ["  --data-binary @YOUR_FILE"]),
  ].join(" \\\n");
}

/** A command of the guides, read back. Null if it is more than one request. */
function readCurl(text: string, operations: readonly ShownOperation[]): ExampleRequest | null {
  const line = text.replaceAll(" \\\n", " ");
  if (!line.startsWith("curl -s ") || /[\n|]/.test(line)) return null;
  const [, url = ""] = /"?(https?:\/\/[^\s"]+)"?/.exec(line) ?? [];
  const [, data] = / -d '(.*)'/.exec(line) ?? [];
  const [, method = data === undefined ? "GET" : "POST"] = / -X (\w+)/.exec(line) ?? [];
  const headers = [...line.matchAll(/-H "([^"]+)"/g)].map(([, header = ""]) => header);
  const { pathname, searchParams } = new URL(url);
  for (const shown of operations) {
    const pattern = shown.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const found = new RegExp(`^${pattern}$`).exec(pathname);
    if (shown.method !== method || !found) continue;
    return {
      shown,
      address: pathname,
      params: { ...found.groups },
      query: Object.fromEntries(searchParams),
      body: data === undefined ? undefined : JSON.parse(data),
      fileType: undefined,
      headers,
    };
  }
  return null;
}

interface Dialect {
  readonly indent: string;
  /** Inside the braces of an object. */
  readonly space: string;
  readonly literal: (value: unknown) => string;
  readonly key: (name: string) => string;
}

const JAVASCRIPT: Dialect = {
  indent: "  ",
  space: " ",
  literal: (value) => JSON.stringify(value),
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? `${name}: ` : `${JSON.stringify(name)}: `),
};
const PYTHON: Dialect = {
  indent: "    ",
  space: "",
  literal: (value) => ({ true: "True", false: "False", null: "None" })[String(value)] ?? JSON.stringify(value),
  key: (name) => `${JSON.stringify(name)}: `,
};

/** In one line where there is room, else a line for each part. */
function bracketed(open: string, parts: readonly string[], close: string, indent: string): string {
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length <= ONE_LINE_OF_CODE && !line.includes("\n")) return line;
  const lines = parts.map((part) => `${indent}${part.replaceAll("\n", `\n${indent}`)},\n`);
  return `${open.trimEnd()}\n${lines.join("")}${close.trimStart()}`;
}

function written(value: unknown, dialect: Dialect): string {
  const { literal, key, indent, space } = dialect;
  if (typeof value !== "object" || value === null) return literal(value);
  if (Array.isArray(value)) {
    const parts = value.map((one) => written(one, dialect));
    return bracketed("[", parts, "]", indent);
  }
  const parts = Object.entries(value).map(([name, one]) => `${key(name)}${written(one, dialect)}`);
  return parts.length === 0 ? "{}" : bracketed(`{${space}`, parts, `${space}}`, indent);
}

const headerOf = (headers: readonly string[], prefix: string) =>
  headers.find((header) => header.startsWith(prefix))?.slice(prefix.length);

/** What the client is made with. Where no key is needed, it has the sandbox’s. */
function clientFields(headers: readonly string[], [apiKey, secret, merchantKey]: readonly [string, string, string]) {
  const { apiKey: key = "", secret: bearer = "" } = CREDENTIALS;
  const sent = headers.length === 0 ? [key, bearer] : headers;
  const bearing = headerOf(sent, "Authorization: Bearer ") ?? "";
  const tenant = headerOf(sent, "X-API-Key: ");
  return tenant === undefined ? { [merchantKey]: bearing } : { [apiKey]: tenant, [secret]: bearing };
}

function typescriptOf({ shown, params, query, body, headers }: ExampleRequest, baseUrl: string): string {
  const input = { ...params, ...query, ...body };
  const merchant = headerOf(headers, "X-Merchant: ");
  const given = [
    ...(Object.keys(input).length > 0 || merchant ? [written(input, JAVASCRIPT)] : []),
    ...(merchant ? [written({ merchant }, JAVASCRIPT)] : []),
  ];
  const settings = { baseUrl, ...clientFields(headers, ["apiKey", "secret", "merchantKey"]) };
  return `import { closedLoop } from "@closed-loop/sdk";

const loop = closedLoop(${written(settings, JAVASCRIPT)});

const answer = await loop.${shown.operation.operationId}(${given.join(", ")});
console.log(answer);`;
}

const isPage = ({ responses }: Operation) => {
  const example = responses["200"]?.content?.["application/json"].example as Fields | undefined;
  return example !== undefined && "hasMore" in example && "data" in example;
};

function pythonOf({ shown, params, query, body, headers }: ExampleRequest, baseUrl: string): string {
  const merchant = headerOf(headers, "X-Merchant: ");
  const input = { ...params, ...query, ...body, ...(merchant ? { merchant } : {}) };
  const fields = Object.entries(input).map(([name, value]) => {
    return name === "from" ? `**${written({ from: value }, PYTHON)}` : `${name}=${written(value, PYTHON)}`;
  });
  const keys = Object.entries(clientFields(headers, ["api_key", "secret", "merchant_key"]));
  const settings = keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const client = bracketed("ClosedLoop(", [JSON.stringify(baseUrl), ...settings], ")", PYTHON.indent);
  const method = kebab(shown.operation.operationId).replaceAll("-", "_");
  return `from closed_loop import ClosedLoop

loop = ${client}

answer = ${bracketed(`loop.${method}(`, fields, ")", PYTHON.indent)}
print(answer${isPage(shown.operation) ? ".data" : ""})`;
}

export type ExampleCode = { readonly curl: string } & Readonly<Partial<Record<CodeLanguage, string>>>;

/** The SDKs are of tenants and merchants. */
export const isInSdks = ({ operation }: ShownOperation) => !("networkKey" in (operation.security[0] ?? {}));

/** The operation in each language that has it, with its example values: complete programs that can be run repeatedly. */
export function exampleCode(shown: ShownOperation, baseUrl: string): ExampleCode {
  const request = exampleOf(shown);
  const curl = curlOf(request, baseUrl);
  if (!isInSdks(shown)) return { curl };
  return {
    curl,
    typescript: typescriptOf(request, baseUrl),
    python: pythonOf(request, baseUrl),
  };
}

/** The operation’s example as a browser sends it; `YOUR_…` is to be replaced. */
export interface RequestToTry {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasKey: boolean;
  readonly body: string | null;
}

export function requestToTry(shown: ShownOperation): RequestToTry {
  const { address, query, body, headers } = exampleOf(shown);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return {
    method: shown.method,
    address: search === "" ? address : `${address}?${search}`,
    headers: Object.fromEntries(headers.map((header) => header.split(": ") as [string, string])),
    hasKey: shown.operation.parameters.some(({ name }) => name === "Idempotency-Key"),
    body: body === undefined ? null : JSON.stringify(body, null, 2),
  };
}

/** A curl command of the guides in the other languages. Null if it is more than one request. */
export function codeOfCurl(
  curl: string,
  operations: readonly ShownOperation[],
): Readonly<Record<"typescript" | "python", string>> | null {
  const request = readCurl(curl, operations);
  if (!request) return null;
  const baseUrl = new URL(/https?:[^\s"]+/.exec(curl)?.[0] ?? "").origin;
  return { typescript: typescriptOf(request, baseUrl), python: pythonOf(request, baseUrl) };
}
