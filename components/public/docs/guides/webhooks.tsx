import { Link } from "@/components/ui/navigation/link";
import { REFUSED_PORTS, UNRESOLVABLE_ENDINGS } from "@/server/contracts/webhook-receivers";
import { MethodPath } from "../../reference/method-path";
import { Code } from "../code";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

const HOUR_MS = 3_600_000;

function wait(ms: number): string {
  const [count, unit] = ms >= HOUR_MS ? [ms / HOUR_MS, "hour"] : [ms / 60_000, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export const webhooks: Guide = {
  slug: "webhooks",
  title: "Webhooks",
  purpose: "Every approval, decline, capture, and reversal is sent to you, signed, and retried until you accept it.",
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
      title: "Allowed URLs",
      body: (
        <>
          <p>
            A receiver needs https and a public address. <code>http://localhost</code>, on a port from 1024, works while
            you run the service on your own machine. Names that never resolve are rejected:{" "}
            {UNRESOLVABLE_ENDINGS.join(", ")}.
          </p>
          <p>Any port works except those reserved for other protocols, such as 22 for SSH or 5432 for PostgreSQL.</p>
          <details>
            <summary className="text-14 font-medium text-accent">All {REFUSED_PORTS.size} reserved ports</summary>
            <p translate="no" className="mt-2 font-mono text-13">
              {[...REFUSED_PORTS].sort((a, b) => a - b).join(", ")}
            </p>
          </details>
        </>
      ),
    },
    {
      title: "Try it",
      body: (
        <>
          <p>
            While you build, <code>npx closed-loop listen --forward-to http://localhost:4000/hook</code> brings every
            event to your machine without a subscription, signed in the same way. See{" "}
            <Link href="/docs/sdks">SDKs and command line</Link>.
          </p>
          <p>
            A sample is delivered like any event, with <code>"test": true</code> in its body. List the deliveries to see
            the result.
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
            Every body has the <code>event</code>, the time it happened (<code>createdAt</code>), the{" "}
            <code>environment</code>, what paid (<code>instrument</code>), and the result: a <code>transactionId</code>{" "}
            for a capture, a <code>refundId</code> for a refund. It includes your <code>merchantReference</code> and{" "}
            <code>metadata</code>.
          </p>
          {facts.events.map(({ type, description, example }) => (
            <section key={type} className="grid gap-3" aria-labelledby={type}>
              <h3 id={type} translate="no" className="font-mono text-14">
                {type}
              </h3>
              <p>{description}</p>
              <Code label={`Body of ${type}`} text={JSON.stringify(example, null, 2)} language="json" />
            </section>
          ))}
          <p>
            The <Link href="/docs/api/webhooks#events">reference</Link> has every field. A subscription gets only the
            types you choose. New types are never added by themselves.
          </p>
          <p>
            <code>GET /v1/events</code> lists the events of the last 30 days as they were sent, or would have been, even
            if no subscription was active.
          </p>
        </>
      ),
    },
    {
      title: "After an outage",
      body: (
        <>
          <p>
            <code>POST /v1/webhook-subscriptions/&#123;id&#125;/replay</code> resends the events of a range of time:
            those missed during a pause and those that failed. Send <code>"preview": true</code> first to count them.
            Deliveries keep their IDs, so a receiver that deduplicates handles each event once. Events about one payment
            arrive in their order. <code>GET</code> on the same path shows the progress and how many have failed;{" "}
            <code>GET /v1/webhook-subscriptions/&#123;id&#125;/deliveries?replay=&#123;replay id&#125;</code> lists
            them. <code>DELETE</code> cancels it. In the console, choose Replay events on the Events page or on a
            webhook.
          </p>
        </>
      ),
    },
    {
      title: "For one merchant",
      body: (
        <>
          <p>
            A merchant subscribes with its own key through <code>/merchant/v1/webhook-subscriptions/create</code>, or
            you subscribe for it with <code>merchant</code> on <code>POST /v1/webhook-subscriptions</code>. Such a
            subscription gets only that merchant’s payments, agreements, disputes, and settlements.
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
            ["X-SVC-Delivery", "The id of the delivery, the same in every attempt. Use it to deduplicate"],
            ["X-SVC-Subscription", "The id of the subscription"],
            ["X-SVC-Sequence", "The same as sequence in the body"],
            ["X-SVC-Timestamp", "The Unix time of this attempt, in seconds"],
            ["X-SVC-Signature", "sha256= and the hex HMAC-SHA256"],
            [
              "Idempotency-Key",
              "The event type and the key of the request that caused it. A second event of the same type under that key adds its id",
            ],
            ["webhook-id, webhook-timestamp, webhook-signature", "The same, for Standard Webhooks libraries"],
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
            The signature covers the timestamp, a period, and the <strong>raw</strong> body. The key is the whole
            secret, including <code>whsec_</code>. Verify before you parse: a body that was parsed and serialized again
            has a different signature.
          </p>
          <p>
            The <Link href="/docs/sdks">SDKs</Link> verify and deduplicate. Without them:
          </p>
          <Snippet facts={facts} name="verify.ts" label="Node" />
          <Snippet facts={facts} name="verify.py" label="Python" />
          <Snippet facts={facts} name="verify-standard.ts" label="With a Standard Webhooks library" />
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
              <code>sequence</code> counts the events of one authorization, from 1 without gaps. An increment is a
              separate authorization, with its own <code>recordId</code> and its own count.
            </li>
            <li>
              What is due reaches a subscription in that order, one at a time: for a sale, the approval, then the
              capture. The next one goes out once the previous one is answered, fails, or times out. The same holds for
              what you replay, and for failed deliveries after a pause.
            </li>
            <li>
              A retry that waits for its time doesn’t hold up later events, so events can arrive out of order after a
              failure. Compare <code>sequence</code> with the last one you processed for that <code>recordId</code>. A
              subscription to only some event types sees gaps.
            </li>
            <li>Events of different authorizations have no order.</li>
            <li>
              Every event is delivered at least once. Rarely, it arrives more than once: if your response was lost, or
              if someone retried it by hand. All attempts of a delivery have the same <code>X-SVC-Delivery</code>.{" "}
              <code>eventId</code> in the body is the event’s own, the <code>id</code> in <code>GET /v1/events</code>:
              the same at every subscription.
            </li>
          </ul>
          <p>
            Of all headers, only the timestamp is signed. Rely on <code>event</code> and <code>sequence</code> in the
            body.
          </p>
        </>
      ),
    },
    {
      title: "Retries",
      body: (
        <>
          <p>
            Answer 2xx within 10 seconds and do the work afterwards. Any other status, a redirect, or no response is a
            failure, and the delivery is retried. After {facts.attempts} attempts, its status is{" "}
            <code>Webhook Retry Exhausted</code>.
          </p>
          <DataTable
            columns={["Attempt", "Wait"]}
            rows={[["1", "None"], ...facts.retryDelaysMs.map((ms, index) => [String(index + 2), wait(ms)] as const)]}
          />
          <p>
            To retry a delivery now, send <MethodPath method="POST" path="…/deliveries/{deliveryId}/retry" />. If all
            attempts are used up, it makes one more, up to 50 in all. After 50 deliveries in a row fail for good, the
            subscription is paused until you set its <code>status</code> to <code>active</code>.
          </p>
        </>
      ),
    },
    {
      title: "Rotate the secret",
      body: (
        <>
          <p>
            Ask for the next secret. It takes over in 24 hours, or <code>at</code> the time you send. Until then,{" "}
            <code>webhook-signature</code> carries two signatures, one by each secret. The other signature header
            carries one, by the old secret until that moment and by the new one from then on: have your receiver accept
            both.
          </p>
          <Snippet facts={facts} name="next-secret.sh" label="Rotate without a gap" />
          <p>
            If a secret leaked, replace it instead. The old one stops working immediately: every later attempt,
            including retries of older deliveries, is signed with the new one.
          </p>
          <Snippet facts={facts} name="rotate-secret.sh" label="Replace" />
        </>
      ),
    },
  ],
};
