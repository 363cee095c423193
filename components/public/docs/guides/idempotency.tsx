import Link from "next/link";
import type { Guide } from "../guide";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const idempotency: Guide = {
  slug: "idempotency",
  title: "Idempotency",
  purpose: "Retry a write as often as you like: it happens once, and every response is the first one.",
  sections: (facts) => [
    {
      title: "One key, one operation",
      body: (
        <>
          <p>
            Name every write with an <code>Idempotency-Key</code> of at most 80 characters. A repeat with the same key
            gives the earlier answer with status 200 and <code>Idempotent-Replayed: true</code>, and executes nothing,
            also when both arrive at the same moment.
          </p>
          <Snippet facts={facts} name="repeat.sh" label="The same request twice" />
          <p>
            Use what you already have: the number of the order and what is done to it, <code>order-1001-capture</code>.
            A random value that is lost when your process dies protects from nothing.
          </p>
        </>
      ),
    },
    {
      title: "Rules",
      body: (
        <DataTable
          columns={["Question", "Answer"]}
          rows={[
            [
              "Where is it required?",
              <>
                On every POST of authorizations and payment codes on <code>/v1</code>, and to subscribe to webhooks. The{" "}
                <Link href="/docs/api">reference</Link> says it of each operation. Elsewhere it is honored.
              </>,
            ],
            [
              "How far does a key reach?",
              "The caller that sent it: a tenant in one environment, or on the merchant surface one merchant.",
            ],
            [
              "Same key, another request?",
              <>
                422 <code>idempotency_key_reused</code>. What counts is what is asked for, not how it is written: the
                order of fields, <code>10</code> or <code>10.0</code>, a field left out or null, no body or{" "}
                <code>{"{}"}</code>, the authorizationId or the recordId of the same authorization.
              </>,
            ],
            ["What is kept?", "Answers that succeeded, declines included. After an error the same key tries anew."],
            ["For how long?", "As long as what was done: a repeat gets the first answer however late it comes."],
            ["What is left out of a repeat?", "PINs and signing secrets: they are shown once."],
          ]}
        />
      ),
    },
    {
      title: "After a timeout",
      body: (
        <ol>
          <li>Send the same request with the same key, until an answer comes. That is always safe.</li>
          <li>
            On 429 and 503 wait as long as <code>Retry-After</code> says; on 500 wait a little longer each time.
          </li>
          <li>
            A merchant that sent no key can still ask <code>transactions/get</code> for its{" "}
            <code>merchantReference</code>.
          </li>
        </ol>
      ),
    },
  ],
};
