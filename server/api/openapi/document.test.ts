import assert from "node:assert/strict";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import { EVENT_TYPES, MERCHANT_EVENT_TYPES } from "@/server/contracts/event-types";
import { errorCodesOf } from "@/server/contracts/rest/operation";
import { byDepth } from "@/server/testing/depth";
import { HTTP_STATUS } from "../kit/errors";
import { merchantV1Document, v1Document } from "./document";

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { content: Record<string, { example?: unknown }> };
  readonly responses: Record<
    string,
    {
      headers?: object;
      content: Record<string, { example?: unknown; examples?: Record<string, unknown> }>;
    }
  >;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

const SURFACES = [
  { name: "/v1", document: v1Document() as Document, operations: V1_OPERATIONS },
  { name: "/merchant/v1", document: merchantV1Document() as Document, operations: MERCHANT_OPERATIONS },
];

for (const { name, document, operations } of SURFACES) {
  test(`${name}: a linter finds nothing to complain about`, async () => {
    const config = await createConfig({ extends: ["recommended-strict"], rules: { "no-server-example.com": "off" } });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`),
      [],
    );
  });

  const isSkipped = byDepth<boolean | string>({
    nightly: false,
    change: "it takes half a minute, and the linter above finds most of it",
  });
  test(`${name}: Spectral’s default rules find nothing`, { skip: isSkipped }, async () => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset({ ...spectralRulesets.oas, extends: [] });
    const found = await spectral.run(JSON.stringify(document));
    assert.deepEqual(
      found.map(({ code, message, path }) => `${code}: ${message} (${path.join("/")})`),
      [],
    );
  });

  test(`${name}: every operation has its examples, and its contract accepts them`, () => {
    for (const contract of operations) {
      if (contract.body) assert.ok(contract.body.schema.safeParse(contract.body.example).success, contract.id);
      for (const [status, { schema, example }] of Object.entries(contract.responses)) {
        const parsed = schema.safeParse(example);
        assert.ok(parsed.success, `${contract.id} ${status}: ${parsed.error?.message}`);
      }
    }
  });

  test(`${name}: every error code of a contract stands under its status, with an example`, () => {
    for (const contract of operations) {
      const operation = document.paths[contract.path]?.[contract.method.toLowerCase()];
      assert.equal(operation?.operationId, contract.id);
      for (const code of errorCodesOf(contract)) {
        const response = operation?.responses[String(HTTP_STATUS[code])];
        assert.ok(response?.content["application/json"]?.examples?.[code], `${contract.id} ${code}`);
      }
    }
  });
}

function patternsOf(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === "pattern" && typeof value === "string" ? [value] : patternsOf(value),
  );
}

const ONE = [
  ...["\\)", "[A-Za-z0-9 =_:;,@~/-]", "\\\\x[0-9a-f]{2}", "\\\\[.*+?()[\\]{}|/\\\\^$]"],
  "\\[\\^?(?:[^\\\\[\\]]|\\\\x[0-9a-f]{2}|\\\\[\\-\\]\\\\^])+\\]",
].join("|");
/** Anchors, groups, alternatives, counted repeats, classes, and escapes that ECMAScript, PCRE2, RE2, and Python all read alike. */
const PORTABLE = new RegExp(`^(?:[\\^$|]|\\((?:\\?:)?|(?:${ONE})(?:[*+?]|\\{[0-9]{1,3}(?:,[0-9]{0,3})?\\})?)+$`);

test("every pattern is in a syntax that ECMAScript, PCRE2, RE2, and Python share", () => {
  for (const foreign of [
    "^\\u0041$",
    "^\\d$",
    "^(?!a)b$",
    "^\\p{L}$",
    "^(?<a>b)$",
    "\\-",
    "a{1001}",
    "^a++$",
    "(a)\\1",
  ]) {
    assert.doesNotMatch(foreign, PORTABLE);
  }
  for (const { document } of SURFACES) {
    const patterns = new Set(patternsOf(document));
    assert.ok(patterns.size > 4);
    for (const pattern of patterns) {
      assert.match(pattern, PORTABLE);
      assert.doesNotThrow(() => new RegExp(pattern, "u"));
    }
  }
});

type Part = Readonly<Record<string, unknown>>;

function partsOf(part: unknown, at = ""): [at: string, part: Part][] {
  if (typeof part !== "object" || part === null) return [];
  const inner = Object.entries(part).filter(([name]) => name !== "example" && name !== "examples");
  return [[at, part as Part], ...inner.flatMap(([name, value]) => partsOf(value, `${at}/${name}`))];
}

test("an open enum says so, the same field in every place, and every other enum is closed", () => {
  for (const { document } of SURFACES) {
    const parts = partsOf(document);
    const grows = (part: Part) => part["x-extensible-enum"] !== undefined;
    const says = (part: Part) => String(part.description).includes("More may come.");
    const byPlace = new Map(parts);
    for (const [at, part] of parts.filter(([, one]) => grows(one))) {
      // A parameter says it beside its schema.
      const isSaid = says(part) || says(byPlace.get(at.replace(/\/schema$/, "")) ?? {});
      assert.deepEqual([part.type, part.enum, isSaid], ["string", undefined, true], at);
    }
    const open = new Set(parts.map(([, part]) => JSON.stringify(part["x-extensible-enum"])));
    for (const [at, part] of parts.filter(([, one]) => Array.isArray(one.enum))) {
      assert.ok(!says(part), at);
      assert.ok(!open.has(JSON.stringify(part.enum)), `${at} is closed here and open elsewhere`);
    }
  }
});

test("no schema shadows a global of a generated client, and no default makes a request's field required", () => {
  for (const { document } of SURFACES) {
    const { schemas } = (document as unknown as { components: { schemas: Record<string, Part> } }).components;
    assert.deepEqual(
      Object.keys(schemas).filter((name) => name in globalThis),
      [],
    );
    const withDefault = partsOf(document).filter(([, part]) => "default" in part && !("responses" in part));
    assert.deepEqual(
      withDefault.map(([at]) => at),
      [],
    );
  }
});

test("payloads are a union by event type, and each document has the events that its subscriptions can get", () => {
  for (const [index, types] of [EVENT_TYPES, MERCHANT_EVENT_TYPES].entries()) {
    const document = SURFACES[index]?.document as unknown as {
      webhooks: object;
      components: { schemas: Record<string, Part & { discriminator?: { mapping: Record<string, string> } }> };
    };
    assert.deepEqual(Object.keys(document.webhooks), types);
    const { WebhookPayload, ...others } = document.components.schemas;
    const mapping = WebhookPayload?.discriminator?.mapping ?? {};
    assert.deepEqual(Object.keys(mapping), EVENT_TYPES);
    assert.deepEqual(
      WebhookPayload?.oneOf,
      Object.values(mapping).map(($ref) => ({ $ref })),
    );
    for (const [type, ref] of Object.entries(mapping)) {
      const { properties } = others[ref.split("/").at(-1) ?? ""] as { properties?: Record<string, Part> };
      assert.equal(properties?.event?.const, type);
    }
  }
});

test("a request's schema may gain fields, and one that refuses unknown fields says so", () => {
  for (const { document } of SURFACES) {
    const { schemas } = (document as unknown as { components: { schemas: Record<string, object> } }).components;
    const closed = Object.entries(schemas).filter(([, schema]) =>
      JSON.stringify(schema).includes('"additionalProperties":false'),
    );
    const taken = new Set<string>();
    for (const methods of Object.values(document.paths)) {
      for (const { requestBody, responses } of Object.values(methods)) {
        const ignores = Object.values(responses).some(({ headers }) => headers && "X-Ignored-Fields" in headers);
        if (ignores) continue;
        const text = JSON.stringify(requestBody ?? {});
        for (const [, name = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) taken.add(name);
      }
    }
    assert.deepEqual(closed.map(([name]) => name).sort(), [...taken].sort());
  }
});

test("a published document says where the service is", () => {
  const { servers } = v1Document("https://pay.example.com") as { servers: unknown };
  assert.deepEqual(servers, [{ url: "https://pay.example.com" }]);
});
