import Link from "next/link";
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
            When a UTC day is over, each merchant’s captures and refunds of that day are gathered into a batch per
            currency. One posting pays it out, and the statement lists every line. A line is in exactly one batch, and a
            batch never changes.
          </p>
          <p className="font-mono text-13">captured − refunded + carried in = payout + carried out</p>
        </>
      ),
    },
    {
      title: "Refunds and debts",
      body: (
        <ul>
          <li>A refund before its capture has settled nets into the same batch.</li>
          <li>A later one lowers the next batch.</li>
          <li>
            When refunds are more than captures the payout is zero and the rest is carried out: the next batch begins
            with it.
          </li>
        </ul>
      ),
    },
    {
      title: "Where it shows",
      body: (
        <DataTable
          columns={["Where", "Before", "After"]}
          rows={[
            [
              "status of a capture, /merchant/v1",
              <code key="b">PendingSettlement</code>,
              <code key="a">Captured</code>,
            ],
            ["settled of an authorization, /v1", <code key="b">null</code>, "When the last of its captures settled"],
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
            In the sandbox you end the day when you like. The answer has the batches and where each merchant’s money is.
          </p>
          <Snippet facts={facts} name="settle.sh" label="Settle the café" />
          <p>
            Fields: <Link href="/docs/api/sandbox">reference</Link>.
          </p>
        </>
      ),
    },
    {
      title: "Proof",
      body: (
        <p>
          Every night, and whenever you run <code>npm run books:prove</code>, the books are recomputed: all entries of a
          currency sum to zero, every balance equals its entries, every hold equals its open authorizations, every
          statement equals its lines, and what was paid out is what the statements say.
        </p>
      ),
    },
  ],
};
