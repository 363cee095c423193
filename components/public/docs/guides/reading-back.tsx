import { Link } from "@/components/ui/navigation/link";
import { MethodPath } from "../../reference/method-path";
import { Code } from "../code";
import type { Guide } from "../guide";
import { DataTable } from "../table";

const FILTERED = `GET /v1/transactions?created[gte]=2026-11-21T00:00:00Z&created[lt]=2026-11-22T00:00:00Z&limit=100
GET /v1/refunds?merchantReference=order-1002
GET /v1/authorizations?status=Authorization%20Approved&metadata[order]=1001`;

const REPORT = `POST /v1/reports
{"kind": "settlement", "created": {"gte": "2026-11-01T00:00:00Z", "lt": "2026-12-01T00:00:00Z"}}`;

export const readingBack: Guide = {
  slug: "reading-back",
  title: "Read money back",
  purpose: "Lists to match your own book with, page by page, down to the last cent.",
  sections: () => [
    {
      title: "The lists",
      body: (
        <>
          <DataTable
            columns={["What", "/v1", "/merchant/v1"]}
            rows={[
              ["Authorizations", <code key="v">GET /v1/authorizations</code>, "transactions/get, one by one"],
              ["Captures", <code key="v">GET /v1/transactions</code>, <code key="m">transactions/list</code>],
              ["Refunds", <code key="v">GET /v1/refunds</code>, <code key="m">refunds/list</code>],
              ["Batches", <code key="v">GET /v1/settlement-batches</code>, <code key="m">settlements/list</code>],
              [
                "Lines of a batch",
                <code key="v">GET /v1/settlement-batches/{"{id}"}/lines</code>,
                <code key="m">settlements/lines</code>,
              ],
              ["Payouts", <code key="v">GET /v1/payouts</code>, <code key="m">payouts/list</code>],
              ["Balances", <code key="v">GET /v1/balances</code>, <code key="m">balances/get</code>],
              [
                "Entries of a balance",
                <code key="v">GET /v1/balance-transactions</code>,
                <code key="m">balances/transactions</code>,
              ],
            ]}
          />
          <p>
            A tenant reads what all its merchants have. A merchant reads its own: the same records, with the same fields
            in the body of a POST.
          </p>
        </>
      ),
    },
    {
      title: "Filters",
      body: (
        <>
          <Code label="Requests" text={FILTERED} language="bash" />
          <p>
            Captures, refunds, and authorizations are found by <code>created</code>, <code>status</code>,{" "}
            <code>merchant</code>, <code>member</code>, <code>card</code>, <code>merchantReference</code>,{" "}
            <code>metadata</code>, <code>amount</code>, <code>currency</code>, and <code>instrument</code>. A filter
            that a list doesn’t know is a 400, never ignored.
          </p>
          <p>
            Time, merchant, member, card, and reference are looked up. The others are looked for among what these leave,
            at most 100,000 records for a page: if that isn’t enough, the response is a 400 that names{" "}
            <code>created</code>. Give a narrower span of time.
          </p>
        </>
      ),
    },
    {
      title: "Pagination",
      body: (
        <>
          <p>
            Send the last id of a page as <code>starting_after</code> until <code>hasMore</code> is false. Each record
            comes exactly once, whatever is added, captured, refunded, or settled meanwhile, since its place in the list
            never changes. What comes after you began is before your first page: read it with <code>ending_before</code>{" "}
            and the first id that you have.
          </p>
          <p>
            A record’s place is the time at which its request came in. A request that is under way while you read the
            newest page can turn up just behind it, so read the last minute again, and know records by their ids.
          </p>
        </>
      ),
    },
    {
      title: "Reports",
      body: (
        <>
          <Code label="Request" text={REPORT} language="bash" />
          <p>
            A report is one CSV file for a range of time: <code>payments</code>, <code>settlement</code> lines, or{" "}
            <code>balance</code> entries from opening to closing, for all merchants or one; or your members’{" "}
            <code>accounts</code> with their balances at both ends, their <code>account_entries</code>, and{" "}
            <code>fundings</code>. It’s prepared in the background. Call{" "}
            <MethodPath method="GET" path="/v1/reports/{id}" /> until its <code>status</code> is <code>done</code>;{" "}
            <code>progress</code> shows how far it is. Download the file from <code>fileUrl</code>, which needs no key
            and works for 15 minutes; each response has a new link. Files are kept for 7 days.
          </p>
          <p>
            A report that ends now starts half a minute later, so it includes payments in progress. You can have five
            reports in progress at once. The same files are in the console under Exports.
          </p>
        </>
      ),
    },
    {
      title: "Match a day",
      body: (
        <ul>
          <li>
            Match captures and refunds with your orders, by <code>merchantReference</code> or <code>metadata</code>.
            Once settled, each names its <code>batchId</code> and <code>payoutId</code>.
          </li>
          <li>
            The <code>net</code> of a batch’s lines adds up to <code>captured − refunded − fee</code>, and with{" "}
            <code>carriedIn</code> to <code>payout + carriedOut</code>. The payout is what reaches the bank.{" "}
            <Link href="/docs/settlement">Settlement</Link> has the rules.
          </li>
          <li>
            <MethodPath method="GET" path="/v1/balance-transactions" /> says how one merchant’s balance moved in a span
            of time: <code>opening</code> plus all entries is <code>closing</code>, to the smallest unit of the
            currency. Add up minor units, not JSON numbers.
          </li>
        </ul>
      ),
    },
  ],
};
