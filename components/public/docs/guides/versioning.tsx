import { Link } from "@/components/ui/navigation/link";
import { Code } from "../code";
import type { DocsFacts } from "../docs-facts";
import type { Guide } from "../guide";
import { InlineCode } from "../inline-code";
import { DataTable } from "../table";

const ENDING = `Deprecation: @1830297600
Sunset: Mon, 01 Jan 2029 00:00:00 GMT
Link: </docs/versioning>; rel="deprecation"`;

function byDate(changes: DocsFacts["apiChanges"]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { date, text } of changes) {
    const day = date ?? "Coming release";
    found.set(day, [...(found.get(day) ?? []), text]);
  }
  return found;
}

export const versioning: Guide = {
  slug: "versioning",
  title: "Versioning",
  purpose: "What may be added without notice, what never changes, and how something ends.",
  sections: (facts) => [
    {
      title: "What may be added",
      body: (
        <>
          <p>These come without notice. Write your program so that none of them stops it.</p>
          <ul>
            <li>Operations, parameters, headers, and fields of a body that may be left out.</li>
            <li>
              Fields of responses and of webhooks. Read what you know and ignore the rest: the schemas of responses
              allow more fields than they list.
            </li>
            <li>Error codes, with a status of the same class. Decide by the status, then by the codes you know.</li>
            <li>
              Values of a field whose description says “More may come.” in the <Link href="/docs/api">reference</Link>.
              The documents give it as a string with <code>x-extensible-enum</code>, so a generated client takes others;
              every <code>enum</code> stays as it is.
            </li>
            <li>Types of events. A subscription gets only the types that it names.</li>
            <li>Decline codes, and the words of messages, which are for people.</li>
          </ul>
        </>
      ),
    },
    {
      title: "What never changes",
      body: (
        <>
          <p>
            Within <code>/v1</code> and <code>/merchant/v1</code>:
          </p>
          <ul>
            <li>No operation, field, or parameter goes away, is renamed, or gets another type, unit, or meaning.</li>
            <li>Nothing that may be left out becomes required, and no limit becomes tighter.</li>
            <li>Amounts are JSON numbers in units of their currency, and times are ISO 8601 in UTC.</li>
            <li>A record id names the same record for as long as that is kept.</li>
            <li>A request that is sent again with its Idempotency-Key gets its first response.</li>
            <li>How requests and deliveries are signed.</li>
            <li>
              The order of a list, and that a walk by <code>starting_after</code> meets each record once.
            </li>
          </ul>
          <p>
            That an unknown field of a request is ignored was never promised: whatever doesn’t have to ignore it refuses
            it.
          </p>
          <p>
            A fault in security, or a law, may force another change. Then it is announced below and to everyone who has
            called what changes, as far ahead as that allows.
          </p>
        </>
      ),
    },
    {
      title: "How something ends",
      body: (
        <>
          <p>
            What is to end goes on for at least twelve months. From the first day, its responses say since when it is
            deprecated (RFC 9745), when it stops (RFC 8594), and where to read what to use instead:
          </p>
          <Code label="Headers" text={ENDING} language="bash" />
          <p>Nothing is deprecated now. What can’t be done by adding comes under another prefix, beside this one.</p>
        </>
      ),
    },
    {
      title: "Changelog",
      body: (
        <>
          <p>
            What is released is also in a <a href="/docs/changelog.xml">feed</a>.
          </p>
          <DataTable
            columns={["Date", "What changed in the API"]}
            rows={[...byDate(facts.apiChanges)].map(([date, texts]) => [
              date,
              <ul key={date}>
                {texts.map((text) => (
                  <li key={text}>
                    <InlineCode text={text} />
                  </li>
                ))}
              </ul>,
            ])}
          />
        </>
      ),
    },
  ],
};
