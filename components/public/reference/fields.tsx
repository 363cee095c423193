import type { OpenApiDocument, Schema } from "@/server/contracts/rest/openapi";
import { InlineCode } from "../docs/inline-code";
import { constraintsOf, objectsIn, readSchema, typeOf, valuesOf } from "./read-schema";

/** Deeper than any of our schemas; stops recursive ones. */
const MAX_DEPTH = 6;

interface FieldsProps {
  readonly schema: Schema;
  readonly document: OpenApiDocument;
  /** Request fields are mostly optional and response fields mostly present, so only the exceptions get a badge. */
  readonly isRequest: boolean;
  readonly depth?: number;
}

export function Fields({ schema, document, isRequest, depth = 0 }: FieldsProps) {
  const objects = depth < MAX_DEPTH ? objectsIn(schema, document) : [];
  if (objects.length > 1) {
    return (
      <div className="grid gap-3">
        {objects.map((object, index) => (
          <div key={nameOf(object, document, index)}>
            <p className="mb-1 text-12 font-medium text-muted">
              {index === 0 ? "Either" : "Or"}: {nameOf(object, document, index)}
            </p>
            <FieldList schema={object} document={document} isRequest={isRequest} depth={depth} />
          </div>
        ))}
      </div>
    );
  }
  const [object] = objects;
  if (!object) return null;
  return <FieldList schema={object} document={document} isRequest={isRequest} depth={depth} />;
}

function nameOf(object: Schema, document: OpenApiDocument, index: number): string {
  for (const [name, property] of Object.entries(object.properties ?? {})) {
    const { schema } = readSchema(property, document);
    if (schema.const !== undefined) return `${name} is ${JSON.stringify(schema.const)}`;
  }
  return `form ${index + 1}`;
}

function FieldList({ schema, document, isRequest, depth = 0 }: FieldsProps) {
  const required = new Set(schema.required ?? []);
  return (
    <ul className="divide-y divide-line border-t border-line">
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <li key={name} className="py-3">
          <Field name={name} schema={property} document={document} badge={badgeOf(required.has(name), isRequest)} />
          {objectsIn(property, document).length > 0 ? (
            <details className="mt-2 rounded-8 border border-line px-3 py-2">
              <summary className="text-12 font-medium text-muted">Fields of {name}</summary>
              <div className="mt-2">
                <Fields schema={property} document={document} isRequest={isRequest} depth={depth + 1} />
              </div>
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function badgeOf(isRequired: boolean, isRequest: boolean): string | null {
  if (isRequest) return isRequired ? "required" : null;
  return isRequired ? null : "may be missing";
}

interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly document: OpenApiDocument;
  readonly badge: string | null;
  /** Overrides the schema's own. */
  readonly description?: string | undefined;
}

export function Field({ name, schema: given, document, badge, description }: FieldProps) {
  const { schema } = readSchema(given, document);
  const text = description ?? schema.description;
  const constraints = constraintsOf(schema);
  const values = valuesOf(given, document);
  return (
    <div className="grid gap-1 text-13">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-medium break-all">{name}</code>
        <span className="text-12 text-muted">{typeOf(given, document)}</span>
        {badge ? <span className="text-12 text-accent">{badge}</span> : null}
      </p>
      {text ? (
        <p className="text-14 text-pretty text-muted">
          <InlineCode text={text} />
        </p>
      ) : null}
      {values.length > 0 ? (
        <p className="flex flex-wrap gap-1 text-12">
          {values.map((value) => (
            <code key={String(value)} className="rounded-4 bg-raised px-1">
              {String(value)}
            </code>
          ))}
        </p>
      ) : null}
      {constraints.length > 0 ? (
        <p translate="no" className="font-mono text-12 break-words text-muted">
          {constraints.join(" · ")}
        </p>
      ) : null}
    </div>
  );
}
