/** Writes src/generated from the OpenAPI documents: `npm run sdk:generate`, after any change of a contract. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { merchantV1Document, v1Document } from "@/server/api/openapi/document";

const FOLDER = "sdk/typescript/src/generated";
/** Apart from this repository’s packages, since it needs an older compiler than they do. */
const GENERATOR = "openapi-typescript@7.13.0";

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
  [rest: string]: unknown;
}

type Document = object;
type Paths = Record<string, Record<string, Operation>>;
type Schemas = Record<string, { properties?: Record<string, unknown> }>;

const DOCUMENTS = { v1: v1Document, "merchant-v1": merchantV1Document };

/** Name, method, path, how it may be repeated, and whether its answer is a page. */
type Row = [method: string, path: string, repeats: "key" | "free", answers: "page" | "record"];

function rowOf(path: string, method: string, operation: Operation, schemas: Schemas): Row {
  const hasKey = (operation.parameters ?? []).some(({ name }) => name === "Idempotency-Key");
  const $ref = operation.responses["200"]?.content?.["application/json"]?.schema.$ref ?? "";
  const { properties = {} } = schemas[$ref.split("/").at(-1) ?? ""] ?? {};
  return [method.toUpperCase(), path, hasKey ? "key" : "free", "hasMore" in properties ? "page" : "record"];
}

/** What a caller of the client reads: inputs, answers, and events, without headers and errors. */
function trim(document: Document): Document {
  const { paths, webhooks, ...rest } = structuredClone(document) as Document & { paths: Paths; webhooks: Paths };
  for (const operation of Object.values({ ...paths, ...webhooks }).flatMap((one) => Object.values(one))) {
    operation.parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== "header");
    const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    operation.responses = Object.fromEntries(
      answers.map(([status, { content }]) => [status, { description: "", ...(content && { content }) }]),
    ) as Operation["responses"];
  }
  return { ...rest, paths, webhooks } as unknown as Document;
}

/** Names what the generated files were made from, so that a test tells when they are behind. */
export function digestOfDocuments(): string {
  const texts = Object.values(DOCUMENTS).map((read) => JSON.stringify(trim(read("https://closed-loop.example"))));
  return createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);
}

function generate(): void {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-sdk-"));
  const rows: Record<string, Row> = {};
  try {
    for (const [name, read] of Object.entries(DOCUMENTS)) {
      const document = trim(read("https://closed-loop.example"));
      const [input, output] = [join(folder, `${name}.json`), join(folder, `${name}.ts`)];
      writeFileSync(input, JSON.stringify(document));
      execFileSync("npx", ["--yes", GENERATOR, input, "--output", output], { cwd: folder });
      const text = readFileSync(output, "utf8")
        .replace(/export interface paths \{\n[\s\S]*?\n\}\n/, "")
        .replace(/export type \$defs = .*\n/, "");
      writeFileSync(join(FOLDER, `${name}.ts`), text);
      const { paths, components } = read() as unknown as { paths: Paths; components: { schemas: Schemas } };
      for (const [path, methods] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          rows[operation.operationId] = rowOf(path, method, operation, components.schemas);
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const lines = Object.entries(rows).map(([name, row]) => `  ${name}: ${JSON.stringify(row)},`);
  writeFileSync(
    join(FOLDER, "operations.ts"),
    `// Made by generate.ts from documents ${digestOfDocuments()}.
export const OPERATIONS = {
${lines.join("\n")}
} as const;
`,
  );
}

if (process.argv[1]?.endsWith("generate.ts")) generate();
