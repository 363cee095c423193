import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const idempotency: Guide = {
  slug: "idempotency",
  title: "Idempotency",
  purpose: "Retry a write as often as you like. It happens once, and every retry gets the first response.",
  sections: (facts) => [
    {
      title: "One key, one operation",
      body: (
        <>
          <p>
            Send an <code>Idempotency-Key</code> of at most 80 characters with every write. A repeat with the same key
            returns the first response with status 200 and <code>Idempotent-Replayed: true</code>. Nothing is executed
            again, even if both requests arrive at the same moment.
          </p>
          <Snippet facts={facts} name="repeat.sh" label="The same request twice" />
          <p>
            Build the key from what you already have, such as the order number and the action:{" "}
            <code>order-1001-capture</code>. A random value that is lost when your process crashes protects you from
            nothing.
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
                On every POST for authorizations and payment codes on <code>/v1</code>, and to subscribe to webhooks.
                The <Link href="/docs/api">reference</Link> says so for each operation. Everywhere else it is optional,
                but send one: on <code>/merchant/v1</code>, a repeat without a key holds or moves money a second time.
                Your request log marks such requests, and the overview counts those of the last day.
              </>,
            ],
            [
              "What is a key’s scope?",
              "The caller that sent it: a tenant in one environment or, on the merchant surface, one merchant.",
            ],
            [
              "Same key, different request?",
              <>
                422 <code>idempotency_key_reused</code>. What counts is the meaning, not the spelling. These don’t
                matter: the order of fields, <code>10</code> or <code>10.0</code>, a field left out or null, no body or{" "}
                <code>{"{}"}</code>, and the authorizationId or the recordId of the same authorization.
              </>,
            ],
            [
              "What is stored?",
              "Successful responses, including declines. After an error, the same key runs the request again.",
            ],
            [
              "For how long?",
              "As long as the record it created. A repeat gets the first response no matter how late it comes.",
            ],
            ["What does a repeat leave out?", "PINs and signing secrets. They are shown once."],
          ]}
        />
      ),
    },
    {
      title: "After a timeout",
      body: (
        <ol>
          <li>Send the same request with the same key until you get a response. That is always safe.</li>
          <li>
            On 429 and 503, wait as long as <code>Retry-After</code> says. On 500, wait a little longer each time.
          </li>
          <li>
            A merchant that sent no key can look up its <code>merchantReference</code> with{" "}
            <code>transactions/get</code>.
          </li>
        </ol>
      ),
    },
  ],
};
