import type { ShownOperation } from "./reference";

/** The public keys of the sandbox, by the document's security schemes. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: "X-API-Key: pk_test_closedloop_sandbox",
  secret: "Authorization: Bearer sk_test_closedloop_sandbox_public_secret",
  merchantKey: "Authorization: Bearer mk_test_closedloop_cafe_public",
};
const ONE_LINE = 64;

function bodyText(example: unknown): string {
  const short = JSON.stringify(example);
  const text = short.length <= ONE_LINE ? short : JSON.stringify(example, null, 2);
  return text.replaceAll("'", "'\\''");
}

/** The operation as a command, with the values of its examples. */
export function exampleCurl({ method, path, operation }: ShownOperation, baseUrl: string): string {
  const { parameters, requestBody, security } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const address = inPath.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example ?? name)), path);
  const isIdempotent = parameters.some(({ name, required }) => name === "Idempotency-Key" && required);
  const body = requestBody?.content["application/json"].example;
  const isImplied = method === "GET" || (method === "POST" && body !== undefined);
  const headers = [
    ...Object.keys(security[0] ?? {}).map((scheme) => CREDENTIALS[scheme] ?? ""),
    ...(isIdempotent ? ["Idempotency-Key: order-1001"] : []),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
  ];
  return [
    `curl -s ${isImplied ? "" : `-X ${method} `}${baseUrl}${address}`,
    ...headers.map((header) => `  -H "${header}"`),
    ...(body === undefined ? [] : [`  -d '${bodyText(body)}'`]),
  ].join(" \\\n");
}
