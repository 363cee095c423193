import { exampleCode } from "@/server/contracts/rest/example-code";
import type { OpenApiDocument, Operation, Parameter, Schema, ShownOperation } from "@/server/contracts/rest/openapi";
import { constraintsOf, objectsIn, readSchema, typeOf, valuesOf } from "../../reference/read-schema";
import { answersOf } from "../../reference/responses";

/** Deeper fields are left to the OpenAPI document. */
const MAX_DEPTH = 3;

const WHO: Readonly<Record<string, string>> = {
  apiKey: "Authenticates with X-API-Key and the bearer secret of a tenant.",
  merchantKey: "Authenticates with the bearer key of a merchant.",
  networkKey: "Authenticates with the bearer key of the network, which operators make.",
};

export function formatSecurity({ security }: Operation): string {
  const [scheme = ""] = Object.keys(security[0] ?? {});
  return WHO[scheme] ?? "No authentication required.";
}

interface Named {
  readonly name: string;
  readonly given: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

function fieldLine({ name, given, isRequired, description }: Named, document: OpenApiDocument): string {
  const { schema } = readSchema(given, document);
  const values = valuesOf(given, document);
  const facts = [typeOf(given, document), ...(isRequired ? ["required"] : []), ...constraintsOf(schema)].join(", ");
  const text = description ?? schema.description ?? "";
  const choice = values.length > 0 ? `One of ${values.map((value) => `\`${value}\``).join(", ")}.` : "";
  return [`- \`${name}\` (${facts})`, [text, choice].filter(Boolean).join(" ")].filter(Boolean).join(": ");
}

export function fieldsMarkdown(schema: Schema, document: OpenApiDocument, depth = 0): string {
  if (depth >= MAX_DEPTH) return "";
  const lines = objectsIn(schema, document).flatMap((object) => {
    const required = new Set(object.required ?? []);
    return Object.entries(object.properties ?? {}).flatMap(([name, given]) => {
      const inner = fieldsMarkdown(given, document, depth + 1);
      const line = fieldLine({ name, given, isRequired: required.has(name) }, document);
      return inner ? [line, inner.replace(/^/gm, "  ")] : [line];
    });
  });
  return [...new Set(lines)].join("\n");
}

function parametersMarkdown(parameters: readonly Parameter[], place: Parameter["in"], document: OpenApiDocument) {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, description, required }) =>
      fieldLine({ name, given: schema, isRequired: required, description }, document),
    )
    .join("\n");
}

const part = (title: string, text: string | undefined) => (text ? [`### ${title}`, text] : []);
const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

export function operationMarkdown(
  { method, path, operation }: ShownOperation,
  document: OpenApiDocument,
  baseUrl: string,
): string {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answers = answersOf(operation);
  const [first] = answers;
  const example = first?.[1].content?.["application/json"].example;
  const answered = first?.[1].content?.["application/json"].schema;
  const refusals = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries(content?.["application/json"].examples ?? {}).map(
      ([code, { summary }]) => `- ${status} \`${code}\`: ${summary}`,
    ),
  );
  return [
    `\`${method} ${path}\``,
    operation.description,
    formatSecurity(operation),
    ...part("Path", parametersMarkdown(operation.parameters, "path", document)),
    ...part("Query", parametersMarkdown(operation.parameters, "query", document)),
    ...part("Body", body ? fieldsMarkdown(body, document) : operation.requestBody?.description),
    ...part("Headers", parametersMarkdown(operation.parameters, "header", document)),
    ...part("Responses", answers.map(([status, { description }]) => `- ${status}: ${description}`).join("\n")),
    ...part("Response fields", answered && fieldsMarkdown(answered, document)),
    ...part("Errors", refusals.join("\n")),
    ...part("Example", fence("sh", exampleCode({ method, path, operation }, baseUrl).curl)),
    ...(example === undefined
      ? []
      : [fence("json", JSON.stringify(example, null, 2).replaceAll("http://localhost:3000", baseUrl))]),
  ].join("\n\n");
}
