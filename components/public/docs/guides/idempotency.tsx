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
              "A tenant in one environment or, on the merchant surface, one merchant, whichever key acts for it.",
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
            [
              "What does a repeat leave out?",
              <>
                Secrets, which are shown once: PINs, keys, panTokens, signing secrets, and links.{" "}
                <code>secretShown</code> is in their place.
              </>,
            ],
          ]}
        />
      ),
    },
    {
      title: "When the response with a secret is lost",
      body: (
        <>
          <p>
            Repeat the request with the same key first. The repeat has the record, and <code>secretShown</code> names
            the one call that makes another secret. Send it as it stands, with a new <code>Idempotency-Key</code>:
          </p>
          <Snippet facts={facts} name="lost-pin.sh" label="A code whose PIN was lost" />
          <DataTable
            columns={["Lost", "Call", "What it does"]}
            rows={[
              [
                "PIN of a payment code",
                <code key="call">{"POST /v1/payment-codes/{code}/replace"}</code>,
                "Ends the code and creates another with the same terms and deadline. Only for a code that never paid.",
              ],
              [
                "Merchant’s key",
                <code key="call">{"POST /v1/merchants/{id}/keys/{keyId}/roll"}</code>,
                "Gives the same key another secret. The old one is refused from the next request on, even if it was in use.",
              ],
              [
                "panToken of a card",
                <code key="call">{"POST /v1/accounts/{id}/cards/{cardId}/replace"}</code>,
                "Closes the card and issues another with the same limits and today’s use of them.",
              ],
              [
                "Signing secret",
                <code key="call">{"POST /v1/webhook-subscriptions/{id}/rotate-secret"}</code>,
                "Deliveries are signed with the new secret from the next attempt on. For a lost next secret, call next-secret again; once it has taken over, rotate.",
              ],
              [
                "Link of an invitation",
                <code key="call">{"POST /v1/members/{id}/invitations"}</code>,
                "Sends another link with the same body, and ends the first one.",
              ],
            ]}
          />
          <p>
            The lost secret stops working at once, and the call counts toward no limit: not the keys of a merchant, the
            cards of a member, or the invitations of a day. If you lose that response too, repeat and follow it in the
            same way.
          </p>
        </>
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
