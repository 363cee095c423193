import fc from "fast-check";
import { z } from "zod";
import { type BrokenJson, breakJson, brokenJson } from "./broken-json";
import { hostileName } from "./hostile-values";
import { type Known, valuesOf } from "./schema-values";

const ORIGIN = "http://localhost:3000";

export const Procedure = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  inputs: z.array(z.custom<z.ZodType>((value) => value instanceof z.ZodType)),
});
type Procedure = z.output<typeof Procedure>;

export interface TrpcCase {
  readonly input: object;
  readonly body: BrokenJson;
  readonly envelope:
    | { readonly how: "none" | "otherMethod" | "batch" | "noOrigin" | "noLength" }
    | { readonly how: "type" | "cookie" | "path" | "query"; readonly text: string };
}

const ENVELOPES: fc.Arbitrary<TrpcCase["envelope"]> = fc.oneof(
  { weight: 16, arbitrary: fc.constant({ how: "none" as const }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constantFrom("otherMethod", "batch", "noOrigin", "noLength") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constant("type" as const),
      text: fc.constantFrom("", "text/plain", "multipart/form-data; boundary=x", "application/octet-stream", "a/b;;"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constant("cookie" as const),
      text: fc.constantFrom(
        "",
        "closed-loop.session=",
        "closed-loop.session=a.b.c",
        "closed-loop.session=v1.x",
        "%%%=;;",
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constant("path" as const),
      text: fc.oneof(
        fc.constantFrom("", ".", "..", "%", "%00", ",", "a,b", "then", "tenant", "tenant.then", "_def", "%2e%2e%2f"),
        hostileName.map((name) => encodeURIComponent(name.toWellFormed())),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constant("query" as const),
      text: fc.constantFrom(
        "input=%",
        "input=%zz",
        "input=%ff",
        "input[]=1",
        "batch=1",
        "batch=__proto__",
        "input",
        "&&",
      ),
    }),
  },
);

export function trpcCases({ inputs }: Procedure, known: Known): fc.Arbitrary<TrpcCase> {
  const values = inputs.map((schema) => valuesOf(schema, known));
  return fc.record({
    input: fc.tuple(...values).map((parts) => Object.assign({}, ...parts)),
    body: brokenJson,
    envelope: ENVELOPES,
  });
}

export interface SentCall {
  readonly request: Request;
  /** The input as sent; null if the request isn't a call of this procedure alone. */
  readonly input: Buffer | null;
  readonly shown: string;
}

const percentEncode = (bytes: Buffer) => bytes.toString("hex").replace(/../g, "%$&");

export function toCall(name: string, { type }: Procedure, sent: TrpcCase, cookie: string | null): SentCall {
  const { envelope } = sent;
  const how = envelope.how;
  const given = "text" in envelope ? envelope.text : "";
  const isBatch = how === "batch";
  const bytes = breakJson(isBatch ? { 0: sent.input, 1: sent.input } : sent.input, sent.body) ?? Buffer.alloc(0);
  const isPost = (type === "mutation") !== (how === "otherMethod");
  const path = how === "path" ? given : isBatch ? `${name},${name}` : name;
  const query = [
    ...(isBatch ? ["batch=1"] : []),
    ...(how === "query" ? [given] : []),
    ...(isPost || bytes.length === 0 ? [] : [`input=${percentEncode(bytes)}`]),
  ].join("&");
  const session = how === "cookie" ? given : cookie;
  const headers = new Headers({
    host: new URL(ORIGIN).host,
    ...(how === "noOrigin" ? {} : { origin: ORIGIN }),
    ...(isPost ? { "content-type": how === "type" ? given : "application/json" } : {}),
    ...(isPost && how !== "noLength" ? { "content-length": String(bytes.length) } : {}),
    ...(session === null ? {} : { cookie: session }),
  });
  const url = `${ORIGIN}/api/trpc/${path}${query && `?${query}`}`;
  const body = isPost ? { body: new Uint8Array(bytes) } : {};
  return {
    request: new Request(url, { method: isPost ? "POST" : "GET", headers, ...body }),
    input: how === "none" ? bytes : null,
    shown: `${isPost ? "POST" : "GET"} ${path} ${how} ${given} ${bytes}`,
  };
}

export function refusesInput({ inputs }: Procedure, bytes: Buffer): boolean {
  try {
    const text = new TextDecoder().decode(bytes);
    const value: unknown = text === "" ? undefined : JSON.parse(text);
    return inputs.some((schema) => !schema.safeParse(value).success);
  } catch {
    return true;
  }
}
