import { Link } from "@/components/ui/navigation/link";
import { MethodPath } from "./method-path";
import { operationsOf, type Reference, tagHref } from "./reference";

/** Every operation on one page, so that the browser's find works across all of them. */
export function ReferenceOverview({ reference }: { readonly reference: Reference }) {
  return (
    <article className="max-w-[60rem]">
      <header className="border-b border-line pb-8">
        <h1 className="text-28 sm:text-40">API reference</h1>
        <p className="mt-2 max-w-[42.5rem] text-16 text-pretty text-muted">
          JSON in and out. Amounts are numbers in the record’s currency, times are ISO 8601 in UTC, and every response
          carries <code className="text-14">X-Request-Id</code>. Generated from the contracts that the service validates
          requests with, as is the{" "}
          <a href="/openapi/bruno.json" download className="text-accent underline underline-offset-2">
            Bruno collection
          </a>
          .
        </p>
      </header>
      {reference.map(({ path, documentHref, document }) => (
        <section key={path} aria-labelledby={path} className="py-10">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 translate="no" id={path} className="font-mono text-20">
              {path}
            </h2>
            <a href={documentHref} className="text-13 text-accent underline underline-offset-2">
              OpenAPI 3.1 of {path}
            </a>
          </div>
          <p className="mt-1 text-14 text-muted">{document.info.summary}</p>
          {document.tags.map(({ name }) => (
            <section key={name} aria-labelledby={tagHref(name)} className="mt-8">
              <h3 id={tagHref(name)} className="mb-1 text-14">
                <Link href={tagHref(name)} className="hover:underline">
                  {name}
                </Link>
              </h3>
              <ul className="divide-y divide-line border-y border-line">
                {operationsOf(document, name).map(({ method, path: address, operation }) => (
                  <li key={operation.operationId}>
                    <Link
                      href={`${tagHref(name)}#${operation.operationId}`}
                      className="grid grid-cols-1 gap-x-6 py-2.5 hover:bg-raised sm:grid-cols-[minmax(0,1fr)_16.25rem]"
                    >
                      <MethodPath method={method} path={address} />
                      <span className="text-13 text-muted">{operation.summary}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </section>
      ))}
    </article>
  );
}
