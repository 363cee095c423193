import Link from "next/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const merchant: Guide = {
  slug: "merchant",
  title: "Merchant surface",
  purpose: "For one shop: sell, refund, and charge again with one key, and get a receipt for every sale.",
  sections: (facts) => [
    {
      title: "Where a key comes from",
      body: (
        <p>
          In the portal, at <em>Merchants</em>, each merchant has its own keys: anyone allowed to set up merchants
          creates one there and sees it once. A merchant may have several, so that a new one works before the old one is
          revoked. Keys of test and live are made apart, and in live only once an operator has approved the tenant. To
          begin with, use the public ones of the <Link href="/docs/sandbox">sandbox</Link>.
        </p>
      ),
    },
    {
      title: "Sell",
      body: (
        <>
          <p>
            The key names the merchant, so no body does. A sale authorizes and captures in one step: all of it happens,
            or nothing.
          </p>
          <Exchange facts={facts} name="sell" label="Sell" />
          <p>
            <code>transactionId</code> is the capture, which refunds and settlement go by. <code>receipt.url</code> can
            be read by anyone who has it: give it to the buyer.
          </p>
        </>
      ),
    },
    {
      title: "Ways to pay",
      body: (
        <DataTable
          columns={["paymentMethod", "Is"]}
          rows={[
            ['"TESTcardApproved1"', "A card, by its panToken"],
            ['{"type":"card","panToken":"…"}', "The same, said in full"],
            ['{"type":"paymentCode","paymentCode":"…","pin":"…"}', "A payment code; one of 10 characters with its PIN"],
          ]}
          isCode
        />
      ),
    },
    {
      title: "Give back",
      body: (
        <>
          <DataTable
            columns={["Operation", "When"]}
            rows={[
              ["transactions/void", "Before capture: releases the hold that is left"],
              ["transactions/refund", "Any time after capture: all, part, or several times"],
              ["transactions/reverse", "The same day, all of it, before it settles; if enabled for the merchant"],
            ]}
            isCode
          />
          <Exchange facts={facts} name="refund-sale" label="Refund 5.00" />
        </>
      ),
    },
    {
      title: "After a timeout",
      body: (
        <>
          <p>
            Send an <code>Idempotency-Key</code> and repeat: see <Link href="/docs/idempotency">idempotency</Link>. Or
            ask what became of it, by your own reference.
          </p>
          <Snippet facts={facts} name="find-sale.sh" label="Find the sale" />
        </>
      ),
    },
    {
      title: "Risk score",
      body: (
        <>
          <p>
            Every payment is scored from 0 to 100. At {facts.risk.limit} and above it declines with <code>05</code>.
            What plain requests alone can collect stays below.
          </p>
          <DataTable
            columns={["Rule", "Adds at most"]}
            rows={facts.risk.weights.map(({ rule, weight }) => [rule, weight] as const)}
          />
        </>
      ),
    },
  ],
};
