import Link from "next/link";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhook-events";
import { REFUSED_PORTS, UNRESOLVABLE_ENDINGS } from "@/server/contracts/webhook-receivers";
import type { Guide } from "../guide";
import { Code, Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

const HOUR_MS = 3_600_000;

/** Waits of whole hours and minutes. */
function wait(ms: number): string {
  const [count, unit] = ms >= HOUR_MS ? [ms / HOUR_MS, "hour"] : [ms / 60_000, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export const webhooks: Guide = {
  slug: "webhooks",
  title: "Webhooks",
  purpose:
    "Every authorization, decline, capture, and reversal is posted to you, signed, and retried until you answer.",
  sections: (facts) => [
    {
      title: "Subscribe",
      body: (
        <>
          <Exchange facts={facts} name="subscribe" label="Subscribe" />
          <p>
            The <code>secret</code> is in this response and is never shown again.
          </p>
        </>
      ),
    },
    {
      title: "Where a webhook may go",
      body: (
        <>
          <p>
            A receiver has https and a public address. <code>http://localhost</code> works while you run the service on
            your own machine. Names that can never resolve are refused: {UNRESOLVABLE_ENDINGS.join(", ")}.
          </p>
          <p>Any port will do, except those that belong to another protocol:</p>
          <p className="font-mono text-13">{[...REFUSED_PORTS].sort((a, b) => a - b).join(", ")}</p>
        </>
      ),
    },
    {
      title: "Try it",
      body: (
        <>
          <p>
            A sample is delivered like any event; its body says <code>"test": true</code>. The list of deliveries shows
            how it went.
          </p>
          <Snippet facts={facts} name="send-sample.sh" label="Send a sample" />
          <Exchange facts={facts} name="list-deliveries" label="List deliveries" />
        </>
      ),
    },
    {
      title: "Events",
      body: (
        <>
          <p>
            Every body says which <code>event</code> it is, when it happened (<code>createdAt</code>), in which{" "}
            <code>environment</code>, what paid (<code>instrument</code>), and what the event made: a capture has a{" "}
            <code>transactionId</code>, a refund a <code>refundId</code>. Your <code>merchantReference</code> and{" "}
            <code>metadata</code> come back with it.
          </p>
          {Object.entries(WEBHOOK_EVENTS).map(([type, { description, example }]) => (
            <section key={type} className="grid gap-3" aria-labelledby={type}>
              <h3 id={type} className="font-mono text-14">
                {type}
              </h3>
              <p>{description}</p>
              <Code label={`Body of ${type}`} text={JSON.stringify(example, null, 2)} language="json" />
            </section>
          ))}
          <p>
            Types and meaning of every field: <Link href="/docs/api/webhooks#events">reference</Link>.
          </p>
        </>
      ),
    },
    {
      title: "Headers",
      body: (
        <DataTable
          columns={["Header", "Value"]}
          rows={[
            ["X-SVC-Event", "The event type"],
            ["X-SVC-Delivery", "Names the delivery, the same at every attempt: deduplicate by it"],
            ["X-SVC-Subscription", "The subscription that it goes to"],
            ["X-SVC-Sequence", "As sequence in the body"],
            ["X-SVC-Timestamp", "Unix seconds of this attempt"],
            ["X-SVC-Signature", "sha256= and the hex of an HMAC-SHA256"],
            [
              "Idempotency-Key",
              "Event type and the key of the request that caused it; a further cause under that key adds an id",
            ],
            ["webhook-id, webhook-timestamp, webhook-signature", "The same for libraries of Standard Webhooks"],
          ]}
          isCode
        />
      ),
    },
    {
      title: "Verify",
      body: (
        <>
          <p>
            Signed is the timestamp, a period and the <strong>raw</strong> body; the key is the whole secret,{" "}
            <code>whsec_</code> included. Verify before you parse: a body that was parsed and written again has another
            signature.
          </p>
          <Snippet facts={facts} name="verify.ts" label="Node" />
          <Snippet facts={facts} name="verify.py" label="Python" />
          <Snippet facts={facts} name="verify-standard.ts" label="With a library of Standard Webhooks" />
          <p>
            Or copy the <Link href="/docs/receivers">receiver</Link>, which also deduplicates.
          </p>
        </>
      ),
    },
    {
      title: "Order and duplicates",
      body: (
        <>
          <ul>
            <li>
              <code>sequence</code> counts the events about one authorization, from 1 without a gap. An increment is an
              authorization of its own, with a <code>recordId</code> and a count of its own.
            </li>
            <li>
              Their first attempts reach a subscription in that order, one after the other: of a sale the approval, then
              the capture. The next one goes out as soon as the one before has been answered, has failed or has timed
              out.
            </li>
            <li>
              A retry holds up no other event, so after a failure events can arrive out of order. Compare{" "}
              <code>sequence</code> with the last one you have taken for that <code>recordId</code>. A subscription that
              does not take all event types sees gaps.
            </li>
            <li>Between different authorizations there is no order.</li>
            <li>
              Every event is delivered at least once, and seldom more than once: when an answer of yours was lost, or
              when a retry is asked for by hand. All attempts of a delivery have the same <code>X-SVC-Delivery</code>.
            </li>
          </ul>
          <p>
            The body is signed and the headers are not, except for the timestamp: decide by <code>event</code> and{" "}
            <code>sequence</code> in the body.
          </p>
        </>
      ),
    },
    {
      title: "Retries",
      body: (
        <>
          <p>
            Answer 2xx within 10 seconds and do the work after. Any other status, a redirect or no answer is a failure,
            and the delivery comes again. After {facts.attempts} attempts it is <code>Webhook Retry Exhausted</code>.
          </p>
          <DataTable
            columns={["Attempt", "Waits after the one before"]}
            rows={[
              ["1", "Nothing: it goes out at once"],
              ...facts.retryDelaysMs.map((ms, index) => [String(index + 2), wait(ms)] as const),
            ]}
          />
          <p>
            A retry by hand makes the next attempt now: <code>POST …/deliveries/{"{deliveryId}"}/retry</code>. After 50
            deliveries in a row that failed to the end the subscription is paused, until you set its <code>status</code>{" "}
            to <code>active</code>.
          </p>
        </>
      ),
    },
    {
      title: "Rotate the secret",
      body: (
        <>
          <p>
            The old secret is invalid at once: every attempt from now on is signed with the new one, retries of older
            deliveries included. While you roll it out let your receiver accept both.
          </p>
          <Snippet facts={facts} name="rotate-secret.sh" label="Rotate" />
        </>
      ),
    },
  ],
};
