import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const merchant: Guide = {
  slug: "merchant",
  title: "Merchant surface",
  purpose:
    "For a single merchant: sell, refund, and make recurring charges with one key, with a receipt for every sale.",
  sections: (facts) => [
    {
      title: "Get a key",
      body: (
        <p>
          Create a merchant’s keys with <code>POST /v1/merchants/{"{id}"}/keys</code>, as in{" "}
          <Link href="/docs/onboarding">Onboard a canteen</Link>, or in the console under <em>Merchants</em>. A key is
          shown once. A merchant can have several, so you can roll out a new one before you revoke the old one. Test and
          live have separate keys, and you can create live keys once an operator has approved your tenant. To get
          started, use the public keys of the <Link href="/docs/sandbox">sandbox</Link>.
        </p>
      ),
    },
    {
      title: "Sell for many merchants with one key",
      body: (
        <>
          <p>
            A tenant’s key works here too. Send its <code>X-API-Key</code> and secret, and name one of your merchants in{" "}
            <code>X-Merchant</code>. Every operation of this surface then acts for that merchant: members’ codes,
            agreements and their charges, refunds, lists. What your key may do follows from its{" "}
            <Link href="/docs/authentication">scopes</Link>: selling and refunding take <code>payments:write</code>.
          </p>
          <Snippet facts={facts} name="sell-for-merchant.sh" label="Sell for a shop" />
          <p>
            An <code>Idempotency-Key</code> belongs to the merchant, so the same key at two merchants is two payments. A
            merchant of another tenant or environment returns 400 <code>invalid_reference</code>. Card sales need no
            header: <code>POST /v1/authorizations</code> takes <code>merchant</code> and <code>capture: true</code>.
          </p>
        </>
      ),
    },
    {
      title: "Sell",
      body: (
        <>
          <p>
            The key identifies the merchant, so request bodies don’t. A sale authorizes and captures in one step: either
            both happen or neither does.
          </p>
          <Exchange facts={facts} name="sell" label="Sell" />
          <p>
            <code>transactionId</code> is the id of the capture, which you use for refunds. Anyone with{" "}
            <code>receipt.url</code> can read the receipt, so give it to the buyer.
          </p>
        </>
      ),
    },
    {
      title: "Ways to pay",
      body: (
        <DataTable
          columns={["paymentMethod", "Meaning"]}
          rows={[
            ['"TESTcardApproved1"', "A card, by its panToken"],
            ['{"type":"card","panToken":"…"}', "The same, in full"],
            ['{"type":"paymentCode","paymentCode":"…","pin":"…"}', "A payment code; a 10-character code needs its PIN"],
          ]}
          isCode
        />
      ),
    },
    {
      title: "Return money",
      body: (
        <>
          <DataTable
            columns={["Operation", "When"]}
            rows={[
              ["transactions/void", "Before capture, or for what a capture left. Releases the remaining hold"],
              ["transactions/refund", "Any time after capture. All or part, once or several times"],
              [
                "transactions/reverse",
                "On the same day, before settlement. All of it. Must be enabled for the merchant",
              ],
            ]}
            isCode
          />
          <Exchange facts={facts} name="refund-sale" label="Refund 5.00" />
        </>
      ),
    },
    {
      title: "Hold first, capture later",
      body: (
        <p>
          <code>transactions/authorize</code> places a hold. Raise it with <code>transactions/increment</code>, capture
          it once or in parts, and void what’s left. <code>authorizations/list</code> with <code>open: true</code> lists
          the holds that still wait for that. Each response says in <code>authorizationStatus</code> where the payment
          stands now, in the same words as <code>/v1</code>.
        </p>
      ),
    },
    {
      title: "Find a payment on both surfaces",
      body: (
        <p>
          Every request takes a <code>merchantReference</code> and <code>metadata</code>, and its response repeats them.
          The reference of an authorization, capture, void, or refund finds the payment with{" "}
          <code>transactions/get</code> and in the lists of <code>/v1</code>, whichever surface it was sent on. An
          increment is found by its own. <code>recordId</code>, <code>transactionId</code>, and <code>refundId</code>{" "}
          are the same everywhere.
        </p>
      ),
    },
    {
      title: "After a timeout",
      body: (
        <>
          <p>
            Send an <code>Idempotency-Key</code> and retry; see <Link href="/docs/idempotency">idempotency</Link>. Or
            look up the payment by your own reference.
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
            Every payment gets a score from 0 to 100. At {facts.risk.limit} or above, it declines with <code>05</code>.
            Ordinary requests alone can’t reach that.
          </p>
          <DataTable
            columns={["Rule", "Adds up to"]}
            rows={facts.risk.weights.map(({ rule, weight }) => [rule, weight] as const)}
          />
        </>
      ),
    },
  ],
};
