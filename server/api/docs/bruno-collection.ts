import { CREDENTIALS, requestToTry } from "@/server/contracts/rest/example-code";
import { operationsOf, type ShownOperation } from "@/server/contracts/rest/openapi";
import { readReference } from "./read-reference";

/** Keys of the public sandbox, by the variable that stands for them. */
const KEYS: Readonly<Record<string, string>> = {
  YOUR_KEY: keyOf(CREDENTIALS.apiKey),
  YOUR_SECRET: keyOf(CREDENTIALS.secret),
  YOUR_TILL: keyOf(CREDENTIALS.merchantKey),
};

function keyOf(header = ""): string {
  return header.slice(header.lastIndexOf(" ") + 1);
}

/** `YOUR_MEMBER` → `{{YOUR_MEMBER}}`, and the sandbox’s keys by their variables. */
function withVariables(text: string): string {
  const named = Object.entries(KEYS).reduce((all, [name, key]) => all.replaceAll(key, name), text);
  return named.replace(/YOUR_[A-Z_]+/g, "{{$&}}");
}

function requestOf(shown: ShownOperation, index: number) {
  const { method, address, headers, hasKey, body } = requestToTry(shown);
  const sent = { ...headers, ...(hasKey ? { "Idempotency-Key": "{{$guid}}" } : {}) };
  const header = ([name, value]: [string, string]) => ({ name, value: withVariables(value), enabled: true });
  return {
    type: "http-request",
    name: shown.operation.summary,
    seq: index + 1,
    request: {
      url: `{{baseUrl}}${withVariables(address)}`,
      method,
      headers: Object.entries(sent).map(header),
      params: [],
      body: body === null ? { mode: "none" } : { mode: "json", json: withVariables(body) },
      auth: { mode: "none" },
      docs: shown.operation.description,
    },
  };
}

/** Every operation as a request of a Bruno collection, in the form that Bruno imports. */
export function brunoCollection(origin: string): object {
  const items = readReference().map(({ path, document }, surface) => ({
    type: "folder",
    name: path.slice(1).replaceAll("/", " "),
    seq: surface + 1,
    items: document.tags.map(({ name }, tag) => ({
      type: "folder",
      name,
      seq: tag + 1,
      items: operationsOf(document)
        .filter(({ operation }) => operation.tags.includes(name))
        .map(requestOf),
    })),
  }));
  const used = new Set(JSON.stringify(items).match(/YOUR_[A-Z_]+/g) ?? []);
  const values = { baseUrl: origin, ...Object.fromEntries([...used].sort().map((name) => [name, KEYS[name] ?? ""])) };
  const variables = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    type: "text",
    enabled: true,
    secret: false,
  }));
  return { version: "1", name: "Closed Loop", items, environments: [{ name: "Sandbox", variables }] };
}
