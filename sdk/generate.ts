/** Writes what the SDKs have of the OpenAPI documents: `npm run sdk:generate`, after any change of a contract. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { merchantV1Document, v1Document } from "@/server/api/openapi/document";

const FOLDER = "sdk/typescript/src/generated";
const PYTHON = "sdk/python/closed_loop/operations.py";
/** Apart from this repository’s packages, since it needs an older compiler than they do. */
const GENERATOR = "openapi-typescript@7.13.0";

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  [rest: string]: unknown;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Document = object;
type Paths = Record<string, Record<string, Operation>>;
type Schemas = Record<string, Schema>;

const ADDRESS = "https://closed-loop.example";

/** Name, method, path, how it may be repeated, and whether its answer is a page. */
type Row = [method: string, path: string, repeats: "key" | "free", answers: "page" | "record"];

function rowOf(path: string, method: string, operation: Operation, schemas: Schemas): Row {
  const hasKey = (operation.parameters ?? []).some(({ name }) => name === "Idempotency-Key");
  const $ref = operation.responses["200"]?.content?.["application/json"]?.schema.$ref ?? "";
  const { properties = {} } = schemas[$ref.split("/").at(-1) ?? ""] ?? {};
  return [method.toUpperCase(), path, hasKey ? "key" : "free", "hasMore" in properties ? "page" : "record"];
}

/** Their keys belong to no tenant. */
function removeNetworkOperations(paths: Paths): void {
  for (const [path, methods] of Object.entries(paths)) {
    const isNetworks = Object.values(methods).some(({ security }) => JSON.stringify(security).includes("networkKey"));
    if (isNetworks) delete paths[path];
  }
}

/** Examples stand in the reference; an editor shows none of a whole body. */
function withoutExamples(content: Operation["responses"][string]["content"]) {
  return Object.fromEntries(Object.entries(content ?? {}).map(([type, { schema }]) => [type, { schema }]));
}

interface Api {
  readonly paths: Paths;
  readonly components: { readonly schemas: Schemas };
}

/** Both surfaces as one: no operation and no record has another meaning on the other. */
function readApi(): Api & Document {
  const [v1, merchant] = [v1Document, merchantV1Document].map((read) => structuredClone(read(ADDRESS)) as Api);
  const paths = { ...v1?.paths, ...merchant?.paths };
  removeNetworkOperations(paths);
  return { ...v1, paths, components: { schemas: { ...merchant?.components.schemas, ...v1?.components.schemas } } };
}

/** Leaves what a caller of the client reads: inputs, answers, and events, without headers, errors, and examples of whole bodies. */
function trim({ paths, ...rest }: Api & Document): Document {
  const trimmed = structuredClone(paths);
  for (const operation of Object.values(trimmed).flatMap((one) => Object.values(one))) {
    operation.parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== "header");
    if (operation.requestBody) operation.requestBody.content = withoutExamples(operation.requestBody.content);
    const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    operation.responses = Object.fromEntries(
      answers.map(([status, { content }]) => [
        status,
        { description: "", ...(content && { content: withoutExamples(content) }) },
      ]),
    ) as Operation["responses"];
  }
  return { ...rest, paths: trimmed, webhooks: {} };
}

/** Names what the generated files were made from, so that a test tells when they are behind. */
export function digestOfDocuments(): string {
  return createHash("sha256")
    .update(JSON.stringify(trim(readApi())))
    .digest("hex")
    .slice(0, 16);
}

const PYTHON_TYPES: Readonly<Record<string, string>> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  array: "List[Any]",
  object: "Dict[str, Any]",
};
/** Words of the language, which can't name an argument. */
const PYTHON_WORDS = new Set([
  "from",
  "class",
  "def",
  "in",
  "is",
  "not",
  "or",
  "and",
  "import",
  "global",
  "pass",
  "with",
]);

function pythonType({ type }: Schema = {}): string {
  const [only, ...others] = (Array.isArray(type) ? type : [type]).filter((each) => each !== "null");
  return (others.length === 0 && PYTHON_TYPES[only ?? ""]) || "Any";
}

const PYTHON_WIDTH = 120;

function fieldsOf(schema: Schema, schemas: Schemas): string[] {
  const { properties = {}, anyOf = [], oneOf = [] } = schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  const inside = [...anyOf, ...oneOf].flatMap((one) => fieldsOf(one, schemas));
  return [...new Set([...Object.keys(properties), ...inside])];
}

/** A docstring says what the operation does, and names the fields of its answer, since Python’s types don’t. */
function pythonDocstring(name: string, operation: Operation, isPage: boolean, schemas: Schemas): string {
  const says = `${operation.summary ?? name}${isPage ? ": a page, which is iterated" : ""}.`;
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const found = answers.flatMap(([, { content }]) => content?.["application/json"]?.schema ?? []);
  const page = schemas[found[0]?.$ref?.split("/").at(-1) ?? ""];
  const shown = isPage ? [page?.properties?.data?.items ?? {}] : found;
  const fields = [...new Set(shown.flatMap((schema) => fieldsOf(schema, schemas)))];
  if (fields.length === 0) return `"""${says}"""`;
  const lines = [isPage ? "Each record has" : "The answer has"];
  for (const [at, field] of fields.entries()) {
    const word = `${field}${at === fields.length - 1 ? "." : ","}`;
    const line = `${lines.at(-1)} ${word}`;
    if (line.length + 8 <= PYTHON_WIDTH) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return [`"""${says}`, "", ...lines.map((line) => `        ${line}`), '        """'].join("\n");
}

/** A method for each operation, with what it takes as keyword arguments of their names on the wire. */
function pythonMethod(
  name: string,
  [method, path, repeats, answers]: Row,
  operation: Operation,
  schemas: Schemas,
): string {
  const body = operation.requestBody?.content["application/json"]?.schema ?? {};
  const { properties = {}, required = [] } = schemas[body.$ref?.split("/").at(-1) ?? ""] ?? body;
  const fields = [
    ...(operation.parameters ?? []).filter(({ in: place }) => place !== "header"),
    ...Object.entries(properties).map(([field, schema]) => ({
      name: field,
      required: required.includes(field),
      schema: schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema,
    })),
  ].filter((field) => !PYTHON_WORDS.has(field.name));
  const taken = [
    ...fields.filter((field) => field.required).map((field) => `${field.name}: ${pythonType(field.schema)}`),
    ...fields
      .filter((field) => !field.required)
      .map((field) => `${field.name}: Optional[${pythonType(field.schema)}] = None`),
    ...(repeats === "key" ? ["idempotency_key: Optional[str] = None"] : []),
    ...(path.startsWith("/merchant/") ? ["merchant: Optional[str] = None"] : []),
  ];
  const own = repeats === "key" ? "idempotency_key" : "None";
  const acting = path.startsWith("/merchant/") ? "merchant" : "None";
  const isPage = answers === "page";
  const given = fields.map((field) => `"${field.name}": ${field.name}`);
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `    def ${snake}(
        self,
        *,
${taken.map((each) => `        ${each},\n`).join("")}        **more: Any,
    ) -> Any:
        ${pythonDocstring(name, operation, isPage, schemas)}
        fields = {${[...given, "**more"].join(", ")}}
        operation = ("${method}", "${path}", ${repeats === "key" ? "True" : "False"}, ${isPage ? "True" : "False"})
        return self._call(operation, fields, ${own}, ${acting})
`.replace("        self,\n        *,\n        **more", "        self,\n        **more");
}

function generate(): void {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-sdk-"));
  const api = readApi();
  try {
    const [input, output] = [join(folder, "api.json"), join(folder, "api.ts")];
    writeFileSync(input, JSON.stringify(trim(api)));
    execFileSync("npx", ["--yes", GENERATOR, input, "--output", output], { cwd: folder });
    const text = readFileSync(output, "utf8")
      .replace(/export interface paths \{\n[\s\S]*?\n\}\n/, "")
      .replace(/export type (?:\$defs|webhooks) = .*\n/g, "")
      // The generator writes `never` for parts that an operation doesn't have.
      .replace(/ *(?:query|header|path|cookie|requestBody)\?: never;\n/g, "")
      .replace(/ *parameters: \{\n *\};\n/g, "")
      .replace(/ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/g, "");
    writeFileSync(join(FOLDER, "api.ts"), text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { schemas } = api.components;
  const lines: string[] = [];
  const methods: string[] = [];
  for (const [path, operations] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const row = rowOf(path, method, operation, schemas);
      // Editors show it, since `ClosedLoop` is made of these properties.
      const docs = `/** ${operation.summary}. ${operation.description} */`;
      lines.push(`  ${docs}\n  ${operation.operationId}: ${JSON.stringify(row)},`);
      methods.push(pythonMethod(operation.operationId, row, operation, schemas));
    }
  }
  writeFileSync(
    PYTHON,
    `# Made by generate.ts from documents ${digestOfDocuments()}.
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple


class Operations:
    def _call(
        self,
        operation: Tuple[str, str, bool, bool],
        fields: Dict[str, Any],
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
    ) -> Any:
        raise NotImplementedError

${methods.join("\n")}`,
  );
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
