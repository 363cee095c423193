import { Link } from "@/components/ui/navigation/link";
import { MethodPath } from "../../reference/method-path";
import type { Guide } from "../guide";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const reconciliation: Guide = {
  slug: "reconciliation",
  title: "Reconciliation",
  purpose: "Match your orders with payments, payments with statements, and statements with your bank.",
  sections: (facts) => [
    {
      title: "Put your own reference on every payment",
      body: (
        <p>
          Send <code>merchantReference</code> with each request: the order number, for example. It comes back in
          responses, webhooks, receipts, statements, and the console, and is what you match by. It doesn’t have to be
          unique, so a retry of the same order keeps it.
        </p>
      ),
    },
    {
      title: "List what happened",
      body: (
        <>
          <p>
            <Link href="/docs/reading-back">Lists</Link> give back every payment, refund, settlement line, and balance
            entry. Check them against your own record: the response to each request, and the{" "}
            <Link href="/docs/webhooks">webhook</Link> that follows it. Each event has a <code>sequence</code>, so you
            see when one is missing.
          </p>
          <DataTable
            columns={["To get", "Use"]}
            rows={[
              ["One payment by its ID", <MethodPath key="get" method="GET" path="/v1/authorizations/{id}" />],
              [
                "One sale by your reference",
                <MethodPath key="find" method="POST" path="/merchant/v1/transactions/get" />,
              ],
              [
                "What one webhook was sent",
                <MethodPath key="sent" method="GET" path="/v1/webhook-subscriptions/{id}/deliveries" />,
              ],
              ["All captures of a period", <MethodPath key="list" method="GET" path="/v1/transactions" />],
              [
                "All lines of a batch",
                <MethodPath key="lines" method="GET" path="/v1/settlement-batches/{id}/lines" />,
              ],
              ["A proof of a statement", "The statement in the console, as CSV or as a proof"],
            ]}
          />
          <Snippet facts={facts} name="find-sale.sh" label="Find the sale" />
        </>
      ),
    },
    {
      title: "Match a statement with your payments",
      body: (
        <>
          <p>
            Every line of a <Link href="/docs/settlement">statement</Link> is one capture or one refund, with its{" "}
            <code>transactionId</code> or <code>refundId</code>, your <code>merchantReference</code>, and its amount.
            For each batch:
          </p>
          <ol>
            <li>Match each line with a capture or refund of yours. Every line is in exactly one batch.</li>
            <li>Add up the lines: captured minus refunded, minus the fee, plus the amount carried in.</li>
            <li>Compare the sum with the payout and what is carried out. They are equal to the cent.</li>
          </ol>
          <p>
            <code>npx closed-loop reconcile --day 2026-11-28</code> adds up and compares each batch of a day. See{" "}
            <Link href="/docs/sdks">SDKs and command line</Link>.
          </p>
          <p>
            What you captured and no statement has yet is in the batch of a day that hasn’t ended: its status is{" "}
            <code>PendingSettlement</code>.
          </p>
        </>
      ),
    },
    {
      title: "Match payouts with your bank",
      body: (
        <p>
          A batch is one payout in one currency. A day ends at midnight in the merchant’s <code>timeZone</code>, or the
          tenant’s, which is UTC unless you set it. A batch whose refunds and fees exceed its captures pays nothing, and
          the next one is smaller by the rest.
        </p>
      ),
    },
    {
      title: "When something is missing",
      body: (
        <DataTable
          columns={["You have", "Do this"]}
          rows={[
            [
              "An order without a payment",
              "Look it up by your reference. If nothing is there, the request never arrived: send it again with the same Idempotency-Key.",
            ],
            [
              "A payment without an order",
              "Its Idempotency-Key and request ID are in the console. Void or refund it if no order comes.",
            ],
            ["Two payments for one order", "Refund one with reason RV03. A key per order prevents the next one."],
            [
              "A gap in sequence",
              "Get the authorization: its record has everything the missing event would have told you.",
            ],
          ]}
        />
      ),
    },
  ],
};
