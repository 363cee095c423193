import type { OpenApiDocument, Operation } from "@/server/contracts/rest/openapi";
import { InlineCode } from "../docs/inline-code";
import { Fields } from "./fields";

interface AnswersProps {
  readonly operation: Operation;
  readonly document: OpenApiDocument;
}

/** 201 before 200: created first, then declined or replayed. */
export function answersOf({ responses }: Operation) {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return answers.sort(([a], [b]) => Number(b) - Number(a));
}

export function Answers({ operation, document }: AnswersProps) {
  const answers = answersOf(operation);
  const [first] = answers;
  return (
    <div>
      <h3 className="mb-2 text-14">Responses</h3>
      <div className="grid gap-2">
        {answers.map(([status, { description, content }]) => {
          const schema = content?.["application/json"].schema;
          const isSame = status !== first?.[0] && schema?.$ref === first?.[1].content?.["application/json"].schema.$ref;
          return (
            <details key={status} open={status === first?.[0]} className="rounded-8 border border-line px-3 py-2">
              <summary className="text-13">
                <code className="mr-2 font-semibold">{status}</code>
                <span className="text-muted">{description}</span>
              </summary>
              <div className="mt-2">
                {isSame ? (
                  <p className="text-13 text-muted">The same fields as {first?.[0]}.</p>
                ) : schema ? (
                  <Fields schema={schema} document={document} isRequest={false} />
                ) : null}
              </div>
            </details>
          );
        })}
      </div>
    </div>
  );
}

/** Error codes by status. Their common body is described in the errors guide. */
export function Refusals({ operation }: Pick<AnswersProps, "operation">) {
  const refusals = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries(content?.["application/json"].examples ?? {}).map(([code, { summary }]) => ({
      status,
      code,
      summary,
    })),
  );
  if (refusals.length === 0) return null;
  return (
    <details className="rounded-8 border border-line px-3 py-2">
      <summary className="text-13">
        <span className="font-semibold">Errors</span>{" "}
        <span className="text-muted">{[...new Set(refusals.map(({ status }) => status))].join(", ")}</span>
      </summary>
      <ul className="mt-2 divide-y divide-line border-t border-line">
        {refusals.map(({ status, code, summary }) => (
          <li key={code} className="grid gap-0.5 py-2 text-13">
            <p>
              <code className="mr-2 text-muted">{status}</code>
              <code className="font-medium break-all">{code}</code>
            </p>
            <p className="text-muted">
              <InlineCode text={summary} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
