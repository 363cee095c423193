import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const settlement: Guide = {
  slug: "settlement",
  title: "Settlement",
  purpose: "How captures become a payout, line by line.",
  sections: (facts) => [
    {
      title: "A day",
      body: (
        <>
          <p>
            After each day, by the merchant’s <code>timeZone</code> or else the tenant’s, a merchant’s captures and
            refunds of that day go into one batch per currency. One posting pays it out, and a statement lists every
            line. Every line is in exactly one batch, and a batch never changes.
          </p>
          <p translate="no" className="font-mono text-13">
            captured − refunded − fee + carried in = payout + carried out
          </p>
        </>
      ),
    },
    {
      title: "Refunds and debts",
      body: (
        <ul>
          <li>A refund before its capture settles reduces the same batch.</li>
          <li>A later refund reduces the next batch.</li>
          <li>If refunds exceed captures, the payout is zero and the rest carries into the next batch.</li>
        </ul>
      ),
    },
    {
      title: "To the bank, and back",
      body: (
        <>
          <p>
            A payout’s <code>status</code> says how far it has come: <code>pending</code>, then <code>exported</code>{" "}
            into a payment file, <code>sent</code> to the bank, and <code>paid</code> as the bank’s statement says. It
            is on the batch, on <code>/v1/payouts</code>, and on <code>/merchant/v1/payouts/list</code>, with the time
            of each step and the end-to-end ID that both statements show.
          </p>
          <ul>
            <li>
              <code>returned</code>: the money came back, for the reason in <code>returnReason</code>.{" "}
              <code>failed</code>: the bank refused to pay. Either way it is the merchant’s again: the next batch
              carries it in, above zero, and pays it once more. <code>repaidIn</code> names that batch.
            </li>
            <li>
              Until it is paid or back, it counts in the balance’s <code>inTransit</code>.
            </li>
            <li>
              Events: <code>payout.created</code>, <code>payout.sent</code>, <code>payout.paid</code>,{" "}
              <code>payout.returned</code>, <code>payout.failed</code>.
            </li>
            <li>
              In the sandbox you are the bank: <code>POST /v1/sandbox/payouts/{"{id}"}/answer</code>.
            </li>
          </ul>
        </>
      ),
    },
    {
      title: "Fees",
      body: (
        <>
          <p>
            A merchant can have a price per currency: a percentage of each payment plus a fixed amount, starting on a
            day you choose. Set it in the portal or with <code>POST /v1/merchants/{"{id}"}/prices</code>; without a
            price, the fee is 0. The fee is charged at settlement and appears as a balance transaction of kind{" "}
            <code>fee</code>.
          </p>
          <ul>
            <li>
              A payment is an authorization with its increments. It costs the percentage of all it has captured, rounded
              half up to the smallest unit, plus the fixed amount once; never more than was captured. At 1% + 0.30, a
              payment of 10.00 costs 0.40, captured at once or in parts, in one batch or several.
            </li>
            <li>
              Each capture’s line is charged what the payment then costs more. Its percentage is that of the UTC day of
              the capture; the fixed amount is that of the payment’s first capture. A price set during the day counts
              from then on.
            </li>
            <li>
              Batches, lines, and payouts show <code>gross</code>, <code>fee</code>, and <code>net</code>.
            </li>
            <li>
              By default, refunds don’t return the fee. A setting of the merchant makes refunds return their share of
              the payment’s fee, rounded down. A payment refunded in full gets all of it back.
            </li>
            <li>If fees exceed what is left, the debt carries into the next batch, as it does for refunds.</li>
          </ul>
        </>
      ),
    },
    {
      title: "Where you see it",
      body: (
        <DataTable
          columns={["Where", "Before", "After"]}
          rows={[
            [
              "status of a capture, /merchant/v1",
              <code key="b">PendingSettlement</code>,
              <code key="a">Captured</code>,
            ],
            ["settled of an authorization, /v1", <code key="b">null</code>, "The time its last capture settled"],
            ["transactions/reverse", "Allowed, if enabled", <code key="a">already_settled</code>],
          ]}
        />
      ),
    },
    {
      title: "Try it",
      body: (
        <>
          <p>
            In the sandbox, you end the day whenever you like. The response has the batches and where each merchant’s
            money is.
          </p>
          <Snippet facts={facts} name="settle.sh" label="Settle the café" />
          <p>
            The <Link href="/docs/api/sandbox">reference</Link> has every field.
          </p>
        </>
      ),
    },
    {
      title: "A statement proves itself",
      body: (
        <>
          <p>
            A statement’s page in the portal recomputes it in your browser: from its lines, from the postings that moved
            each amount, and from the sealed blocks of the books that hold these. The difference is 0.00, or the page
            says which line is wrong. Entries are sealed every minute; until then, the page says so.
          </p>
          <p>
            <strong>Download proof</strong> gives you all of it as a file. Closed Loop’s source code checks it without a
            network and without this server:
          </p>
          <p>
            <code>npm run statement:check -- FILE --key FINGERPRINT</code>
          </p>
          <p>
            It exits with 0 if everything adds up and is signed with that key. The page shows the command with the key’s
            fingerprint: note it once, when you trust the page. Without <code>--key</code> it exits with 2 at best,
            since anyone could have signed the file.
          </p>
        </>
      ),
    },
    {
      title: "Proof of the books",
      body: (
        <p>
          Every night, and whenever you run <code>npm run books:prove</code>, the books are recomputed: all entries of a
          currency sum to zero, every balance equals its entries, every hold equals its open authorizations, every
          statement equals its lines, every fee equals what its price gives, and every payout equals its statement.
        </p>
      ),
    },
  ],
};
