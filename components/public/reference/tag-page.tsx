import { Code } from "../docs/code";
import { Fields } from "./fields";
import { MethodPath } from "./method-path";
import { OperationView, Parameters, PartTitle } from "./operation-view";
import { operationsOf, type Reference } from "./reference";

interface TagPageProps {
  readonly surface: Reference[number];
  readonly tag: { readonly name: string; readonly description: string };
  readonly baseUrl: string;
}

export function TagPage({ surface, tag, baseUrl }: TagPageProps) {
  const { document } = surface;
  const operations = operationsOf(document, tag.name);
  const events = Object.entries(document.webhooks ?? {}).filter(([, { post }]) => post.tags.includes(tag.name));
  return (
    <article className="min-w-0">
      <header className="pb-10">
        <p translate="no" className="font-mono text-13 text-muted">
          {surface.path}
        </p>
        <h1 className="text-28 sm:text-40">{tag.name}</h1>
        <p className="mt-2 text-16 text-muted">{tag.description}</p>
        <ul className="mt-6 grid gap-1 text-13">
          {operations.map(({ method, path, operation }) => (
            <li key={operation.operationId}>
              <a href={`#${operation.operationId}`} className="hover:underline">
                <MethodPath method={method} path={path} />
              </a>
            </li>
          ))}
          {events.length > 0 ? (
            <li className="mt-2">
              <a href="#events" className="font-medium text-accent hover:underline">
                Events posted to your URL
              </a>
            </li>
          ) : null}
        </ul>
      </header>
      {operations.map((shown) => (
        <OperationView key={shown.operation.operationId} shown={shown} document={document} baseUrl={baseUrl} />
      ))}
      {events.length > 0 ? <Events surface={surface} events={events} /> : null}
    </article>
  );
}

interface EventsProps {
  readonly surface: TagPageProps["surface"];
  readonly events: [string, NonNullable<Reference[number]["document"]["webhooks"]>[string]][];
}

/** Webhooks of this tag. Their headers are all the same, so they are shown once. */
function Events({ surface: { document }, events }: EventsProps) {
  return (
    <section aria-labelledby="events" className="border-t border-line py-12">
      <h2 id="events" className="scroll-mt-20 text-20">
        Events posted to your URL
      </h2>
      <div className="mt-6 xl:max-w-[calc(50%-1.5rem)]">
        <Parameters
          title="Headers of every delivery"
          parameters={events[0]?.[1].post.parameters ?? []}
          place="header"
          document={document}
        />
      </div>
      {events.map(([type, { post }]) => (
        <section
          key={type}
          aria-labelledby={type}
          className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-12"
        >
          <div className="grid content-start gap-4">
            <h3 translate="no" id={type} className="scroll-mt-20 font-mono text-16">
              {type}
            </h3>
            <p className="text-14">{post.description}</p>
            {post.requestBody?.content["application/json"] ? (
              <div>
                <PartTitle>Body</PartTitle>
                <Fields
                  schema={post.requestBody.content["application/json"].schema}
                  document={document}
                  isRequest={false}
                />
              </div>
            ) : null}
          </div>
          <Code
            label={`Delivery of ${type}`}
            text={JSON.stringify(post.requestBody?.content["application/json"]?.example, null, 2)}
            language="json"
          />
        </section>
      ))}
    </section>
  );
}
