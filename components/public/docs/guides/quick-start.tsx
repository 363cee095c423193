import Link from "next/link";
import { ALLOWED_OPERATIONS, AUTHORIZATION_STATUSES } from "@/server/contracts/authorization-statuses";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const quickStart: Guide = {
  slug: "",
  title: "Quick start",
  purpose: "Hold money on a card, capture part of it, give it back. Five minutes, with keys that work as they are.",
  sections: (facts) => [
    {
      title: "Before you begin",
      body: (
        <p>
          You need <code>curl</code> and nothing else. The requests on this page carry the public keys of the{" "}
          <Link href="/docs/sandbox">sandbox</Link>, where no money is real. Wherever you see <mark>YOUR_…</mark>, put
          in what an earlier answer gave you.
        </p>
      ),
    },
    {
      title: "Authorize",
      body: (
        <>
          <p>
            An authorization holds an amount on the account behind a card. The card is named by its{" "}
            <code>panToken</code>: the network never sees a card number.
          </p>
          <Exchange facts={facts} name="authorize" label="Authorize" />
          <p>
            Keep the <code>recordId</code>. The seven-digit <code>authorizationId</code> is for people, and works in its
            place. The hold ends by itself at <code>expires</code>: after seven days, three with a card that was
            present, thirty for lodging and car rental.
          </p>
        </>
      ),
    },
    {
      title: "Capture",
      body: (
        <>
          <p>
            A capture takes money out of the hold. Without an <code>amount</code> it takes all of it; here it takes
            10.00 of 12.50, so the answer is <code>partial</code> and 2.50 stays held.
          </p>
          <Exchange facts={facts} name="capture" label="Capture" />
        </>
      ),
    },
    {
      title: "Refund",
      body: (
        <>
          <p>
            Void and refund are one request: <code>reverse</code> undoes what there is. The 2.50 still held is voided,
            the 10.00 captured is refunded, both in one transaction of the ledger. To do only one of the two, say{" "}
            <code>kind: "void"</code> or <code>kind: "refund"</code>: a void after a partial capture releases the rest
            of the hold and leaves the sale alone.
          </p>
          <Exchange facts={facts} name="refund" label="Refund" />
        </>
      ),
    },
    {
      title: "See a decline",
      body: (
        <>
          <p>
            This card is good for 10.00 a payment. A decline is an answer, not an error: status 200, with a reason. A
            card that does not exist is an error, <code>422</code>.
          </p>
          <Exchange facts={facts} name="decline" label="Ask for too much" />
        </>
      ),
    },
    {
      title: "Read it back",
      body: (
        <>
          <p>
            Any authorization shows what became of it, and what is left to do in amounts: <code>capturable</code>,{" "}
            <code>voidable</code> and <code>refundable</code>. Its status says the same in a word, and a{" "}
            <code>409</code> repeats all of it in <code>details</code>.
          </p>
          <Snippet facts={facts} name="get-authorization.sh" label="Get the authorization" />
          <DataTable
            columns={["Status", "What can be done"]}
            rows={AUTHORIZATION_STATUSES.map((status) => [status, ALLOWED_OPERATIONS[status].join(", ") || "nothing"])}
          />
          <p>
            Send <code>metadata</code> along to find your own words on the record again: at most 50 keys of at most 40
            characters, each value at most 500, counted as JSON where it is not text. Requests that authorize, increment
            or redeem take it, and so do payment codes. It comes back here, in the portal and in webhooks; members never
            see it.
          </p>
          <p>
            Next: <Link href="/docs/webhooks">hear of events</Link>, let people pay with{" "}
            <Link href="/docs/payment-codes">payment codes</Link>, or read{" "}
            <Link href="/docs/idempotency">how to retry without paying twice</Link>.
          </p>
        </>
      ),
    },
  ],
};
