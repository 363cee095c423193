import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const tills: Guide = {
  slug: "tills",
  title: "Tills",
  purpose: "Take codes and cards at a counter: one key per till, safe retries, and every outcome tried beforehand.",
  sections: (facts) => [
    {
      title: "A key per till",
      body: (
        <p>
          Create a merchant key for each till, in the console under Merchants or{" "}
          <Link href="/docs/onboarding">by the API</Link>, which can leave refunds out. If a till is lost or sold,
          revoke its key; the others keep working. The console shows which key made each payment. A key with all scopes
          can take and refund payments as the merchant, so keep it out of apps that customers install.
        </p>
      ),
    },
    {
      title: "Charge what the customer shows",
      body: (
        <>
          <p>
            A customer shows a code of eight characters, as text and as a QR code. Scan or type it, and charge it in one
            request. Case, spaces, and hyphens don’t matter.
          </p>
          <Snippet facts={facts} name="sell-code.sh" label="Charge the code" />
          <p>
            Or charge a card by its <code>panToken</code>:
          </p>
          <Exchange facts={facts} name="sell" label="Sell" />
        </>
      ),
    },
    {
      title: "Compare the match words",
      body: (
        <p>
          An approved payment by code has <code>matchWords</code>, such as <code>amber otter</code>. Show them on the
          till: the customer’s phone shows the same two words within a second. If they differ, you charged someone
          else’s code. Void the payment and scan again.
        </p>
      ),
    },
    {
      title: "Retry without charging twice",
      body: (
        <>
          <p>
            Build the <code>Idempotency-Key</code> from the receipt number and the action, and write it down before you
            send. After a timeout, send the same request with the same key until you get a response. If the till lost
            its key, look the sale up by your reference.
          </p>
          <Snippet facts={facts} name="find-sale.sh" label="Find the sale" />
          <p>
            A decline is a response too, so the same key returns the same decline. When the customer wants to try again,
            with another card or after allowing the payment, use a new key.
          </p>
        </>
      ),
    },
    {
      title: "Reach every outcome",
      body: (
        <>
          <p>
            Try each outcome in the <Link href="/docs/sandbox">sandbox</Link> before a customer does. These cards answer
            the same whatever anyone did before.
          </p>
          <DataTable
            columns={["To get", "Do this"]}
            rows={[
              ["Approved", "Charge TESTcardApproved1"],
              ["51, not enough money", "Charge TESTcardDecline51"],
              ["61, over a limit", "Charge TESTcardDecline61, or more than the maxAmount of a code"],
              ["62, frozen, revoked, or another merchant’s", "Charge TESTcardDecline62"],
              ["65, used up", "Charge a single-use code a second time"],
              ["55, then 75, wrong PIN", "Send a wrong PIN with a code of ten characters, five times"],
              ["54, expired", "Charge TESTcardDecline54, or move your sandbox clock past the code’s expiry"],
              [
                "The member allows a declined payment",
                "POST /v1/sandbox/authorizations/{id}/rescue, then charge again",
              ],
              ["14, an unknown card", "Charge a panToken of 17 characters that is no card: 422, an error"],
              ["A timeout", "Cut the network after sending, then repeat with the same key"],
              ["429, too many requests", "Send more than the tier allows, and wait as long as Retry-After says"],
            ]}
          />
        </>
      ),
    },
    {
      title: "Read the emails",
      body: (
        <p>
          Without a mail server, invitations and password links are at <a href="/outbox">/outbox</a>, for whoever sits
          at the machine that runs the service. That is how you try a cashier’s invitation or a forgotten password.
        </p>
      ),
    },
  ],
};
