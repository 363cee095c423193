import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const tills: Guide = {
  slug: "tills",
  title: "Tills",
  purpose: "Take codes and cards at a counter: one key per till, safe retries, and every outcome tried beforehand.",
  sections: (facts) => [
    {
      title: "A key per till",
      body: (
        <>
          <p>
            This guide goes on from <Link href="/docs/onboarding">Onboard a canteen</Link>, in your own sandbox. Create
            a merchant key for each till, by the API or in the console under Merchants. Two scopes are enough:{" "}
            <code>sale</code> takes payments, and undoes them for ten minutes; <code>read</code> looks them up.
          </p>
          <Snippet facts={facts} name="onboard-merchant-key.sh" label="Create the till’s key" />
          <p>
            If a till is lost or sold, revoke its key; the others keep working. The console shows which key made each
            payment. A key with all scopes can take and refund payments as the merchant, so keep it out of apps that
            customers install.
          </p>
        </>
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
          <Snippet facts={facts} name="till-member-code.sh" label="In the sandbox: make a code for a member" />
          <Snippet facts={facts} name="till-sell-code.sh" label="Charge the code" />
          <p>
            Or charge a card by its <code>panToken</code>:
          </p>
          <Snippet facts={facts} name="onboard-sale.sh" label="Sell at the till" />
        </>
      ),
    },
    {
      title: "Compare the match words",
      body: (
        <>
          <p>
            An approved payment by code has <code>matchWords</code>, such as <code>amber otter</code>. Show them on the
            till: the customer’s phone shows the same two words within a second. If they differ, you charged someone
            else’s code. Undo the payment and scan again.
          </p>
          <Snippet facts={facts} name="till-undo.sh" label="Undo the sale" />
          <p>
            The key that took a payment undoes it whole, without <code>amount</code>, for ten minutes. Later it gets 409{" "}
            <code>undo_expired</code>, and for a part, or for another key’s payment, 403 <code>insufficient_scope</code>
            : use a key with the scope <code>refund</code>, such as the office’s.
          </p>
        </>
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
          <Snippet facts={facts} name="till-find-sale.sh" label="Find the sale" />
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
