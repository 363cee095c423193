import { Link } from "@/components/ui/navigation/link";
import { ALLOWED_OPERATIONS, AUTHORIZATION_STATUSES } from "@/server/contracts/authorization-statuses";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const quickStart: Guide = {
  slug: "",
  title: "Quick start",
  purpose:
    "Hold money on a card, capture part of it, and refund it, in five minutes. The keys on this page work as they are.",
  sections: (facts) => [
    {
      title: "Before you begin",
      body: (
        <p>
          All you need is <code>curl</code>, or an <Link href="/docs/sdks">SDK</Link> for TypeScript or Python. The
          requests on this page use the public keys of the <Link href="/docs/sandbox">sandbox</Link>, where no money is
          real. Replace <mark>YOUR_…</mark> with the value from an earlier response.
        </p>
      ),
    },
    {
      title: "Authorize",
      body: (
        <>
          <p>
            An authorization holds an amount on the account behind a card. You identify the card by its{" "}
            <code>panToken</code>; the network never sees a card number.
          </p>
          <Exchange facts={facts} name="authorize" label="Authorize" />
          <p>
            Keep the <code>recordId</code>. The seven-digit <code>authorizationId</code> is easier for people to read
            and works in its place. The hold expires at <code>expires</code>: after seven days, three if the card was
            present, or thirty for lodging and car rental.
          </p>
        </>
      ),
    },
    {
      title: "Capture",
      body: (
        <>
          <p>
            A capture takes money from the hold. Without an <code>amount</code>, it takes everything. This one takes
            10.00 of 12.50, so the response says <code>partial</code> and 2.50 stays held.
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
            One request, <code>reverse</code>, both voids and refunds. The 2.50 still held is voided and the 10.00
            captured is refunded, in one ledger transaction. To do only one of the two, send <code>kind: "void"</code>{" "}
            or <code>kind: "refund"</code>. A void after a partial capture releases the rest of the hold and leaves the
            sale alone.
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
            This card has a limit of 10.00 per payment. A decline is a normal response with status 200 and a reason, not
            an error. An unknown card is an error, <code>422</code>.
          </p>
          <Exchange facts={facts} name="decline" label="Go over the limit" />
        </>
      ),
    },
    {
      title: "Read it back",
      body: (
        <>
          <p>
            Get an authorization to see its status and what you can still do with it: <code>capturable</code>,{" "}
            <code>voidable</code>, and <code>refundable</code> are amounts. A <code>409</code> repeats them in{" "}
            <code>details</code>.
          </p>
          <Snippet facts={facts} name="get-authorization.sh" label="Get the authorization" />
          <DataTable
            columns={["Status", "What you can do"]}
            rows={AUTHORIZATION_STATUSES.map((status) => [status, ALLOWED_OPERATIONS[status].join(", ") || "nothing"])}
          />
          <p>
            Send <code>metadata</code> to keep your own data with the record: up to 50 keys of up to 40 characters, with
            values of up to 500 characters, counted as JSON unless they are strings. You can send it when you authorize,
            increment, capture, reverse, or redeem, and on payment codes. You get it back here, in the portal, and in
            webhooks. Members never see it.
          </p>
          <p>
            Next: <Link href="/docs/webhooks">receive events</Link>, let people pay with{" "}
            <Link href="/docs/payment-codes">payment codes</Link>, or read{" "}
            <Link href="/docs/idempotency">how to retry without paying twice</Link>.
          </p>
        </>
      ),
    },
  ],
};
