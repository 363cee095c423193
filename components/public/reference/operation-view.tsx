import { exampleCode, isInSdks, requestToTry } from "@/server/contracts/rest/example-code";
import type { OpenApiDocument, Parameter, ShownOperation } from "@/server/contracts/rest/openapi";
import { Code } from "../docs/code";
import { InlineCode } from "../docs/inline-code";
import { formatSecurity } from "../docs/markdown/operation-markdown";
import { RequestCode } from "../docs/snippet";
import { Field, Fields } from "./fields";
import { MethodPath } from "./method-path";
import { Answers, answersOf, Refusals } from "./responses";
import { TryIt } from "./try-it";

interface OperationViewProps {
  readonly shown: ShownOperation;
  readonly document: OpenApiDocument;
  readonly baseUrl: string;
}

export function OperationView({ shown, document, baseUrl }: OperationViewProps) {
  const { method, path, operation } = shown;
  const body = operation.requestBody;
  const json = body?.content["application/json"];
  return (
    <section aria-labelledby={operation.operationId} className="border-t border-line py-12">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-12">
        <div className="grid content-start gap-8">
          <header>
            <h2 id={operation.operationId} className="scroll-mt-20 text-20">
              {operation.summary}
            </h2>
            <p className="mt-2">
              <MethodPath method={method} path={path} />
            </p>
            <p className="mt-3 max-w-[35rem] text-14 text-pretty">
              <InlineCode text={operation.description} />
            </p>
            <p className="mt-2 text-13 text-muted">{formatSecurity(operation)}</p>
          </header>
          <Parameters title="Path" parameters={operation.parameters} place="path" document={document} />
          <Parameters title="Query" parameters={operation.parameters} place="query" document={document} />
          {body ? (
            <div>
              <PartTitle note={body.required ? null : "may be left out"}>Body</PartTitle>
              {json ? <Fields schema={json.schema} document={document} isRequest /> : null}
              {body.description ? <p className="text-14">{body.description}</p> : null}
            </div>
          ) : null}
          <Parameters title="Headers" parameters={operation.parameters} place="header" document={document} />
          <Answers operation={operation} document={document} />
          <Refusals operation={operation} />
        </div>
        <Examples shown={shown} baseUrl={baseUrl} />
      </div>
    </section>
  );
}

function Examples({ shown, baseUrl }: Pick<OperationViewProps, "shown" | "baseUrl">) {
  const { operation } = shown;
  const texts = new Map<string, string>();
  for (const [status, { content }] of answersOf(operation)) {
    const example = content?.["application/json"].example;
    const text = JSON.stringify(example, null, 2)?.replaceAll("http://localhost:3000", baseUrl);
    if (text !== undefined && ![...texts.values()].includes(text)) texts.set(status, text);
  }
  return (
    <div className="grid content-start gap-3 xl:sticky xl:top-20 xl:self-start">
      <RequestCode label={`Request: ${operation.summary}`} code={exampleCode(shown, baseUrl)} />
      {isInSdks(shown) ? <TryIt what={operation.summary} request={requestToTry(shown)} /> : null}
      {[...texts].map(([status, text]) => (
        <Code key={status} label={`Response ${status}: ${operation.summary}`} text={text} language="json" isBounded />
      ))}
    </div>
  );
}

export function PartTitle({ note, children }: { readonly note?: string | null; readonly children: string }) {
  return (
    <h3 className="mb-2 text-14">
      {children} {note ? <span className="font-normal text-muted">{note}</span> : null}
    </h3>
  );
}

interface ParametersProps {
  readonly title: string;
  readonly parameters: readonly Parameter[];
  readonly place: Parameter["in"];
  readonly document: OpenApiDocument;
}

export function Parameters({ title, parameters, place, document }: ParametersProps) {
  const here = parameters.filter((parameter) => parameter.in === place);
  if (here.length === 0) return null;
  return (
    <div>
      <PartTitle>{title}</PartTitle>
      <ul className="divide-y divide-line border-y border-line">
        {here.map(({ name, schema, description, required }) => (
          <li key={name} className="py-3">
            <Field
              name={name}
              schema={schema}
              document={document}
              description={description}
              badge={required ? "required" : null}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
