import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const recurring: Guide = {
  slug: "recurring",
  title: "Recurring agreements",
  purpose: "A member allows repeated charges by a merchant, within a cap and an interval that the network enforces.",
  sections: (facts) => [
    {
      title: "Request",
      body: (
        <>
          <p>
            The merchant sends a request. The member sees who it is from, what it is for, and all of its terms in one
            sentence: “$7.20 every month, up to $10.00 a charge, until December 31, 2027”. The member has seven days to
            answer. Nothing can be charged until they approve.
          </p>
          <p>
            <code>amount</code> is the usual amount of a charge, <code>maxAmount</code> the most a charge can take.
            Without <code>maxAmount</code>, the amount is the cap. A charge can always be less.
          </p>
          <Exchange facts={facts} name="ask-agreement" label="Ask Alice" />
          <p>
            The member finds the request in their wallet. You can also send them <code>approvalUrl</code>, or show it as
            a QR code at the till: in the wallet, “Scan a request” reads it. Only the member you asked can open it.
          </p>
          <p>
            Instead of a <code>memberId</code>, you can send a payment code that allows recurring. It is used up when
            the member approves, and its terms apply wherever they are stricter.
          </p>
        </>
      ),
    },
    {
      title: "The member answers",
      body: (
        <>
          <p>
            In the wallet, the member chooses the account to pay from, and can lower the cap or choose a longer
            interval. If your request leaves out the amount or the interval, the member sets one or chooses no limit.
            After the approval, read <code>maxAmount</code> and <code>interval</code> from <code>recurring/get</code>:
            they are the terms you can charge by.
          </p>
          <p>
            In the sandbox, you can answer for the member, or sign in as Alice and answer in the wallet. Without a body,
            the request is approved as you sent it, and what you left open has no limit.
          </p>
          <Snippet facts={facts} name="approve-agreement.sh" label="Approve as Alice" />
        </>
      ),
    },
    {
      title: "Charge",
      body: (
        <>
          <p>
            A charge is a sale: authorized and captured in one step. The network checks the cap, the interval, the last
            day, and the number of charges.
          </p>
          <Exchange facts={facts} name="charge-agreement" label="Charge" />
          <DataTable
            columns={["A charge", "Declines with"]}
            rows={[
              ["over the cap", <code key="c">61</code>],
              ["too early, past the last day, or one too many", <code key="c">65</code>],
              ["on an agreement that isn’t active", <code key="c">57</code>],
              ["on a revoked agreement", <code key="c">R1</code>],
            ]}
          />
          <p>
            An interval allows one charge a day, week, or month, counted from the day of the first charge in the
            merchant’s time zone, which you set on the merchant’s page (UTC by default). A weekly or monthly charge can
            come up to a day early, a late one moves no later one, and a declined one says in <code>details.from</code>{" "}
            when the next is due.
          </p>
          <DataTable
            columns={["First charge, monthly", "Then"]}
            rows={[
              ["January 15", "one from February 14, one from March 14, …"],
              ["January 15, and February’s on February 27", "the next from March 14"],
              ["January 31", "one from February 27, one from March 30, one from April 29, …"],
              ["January 31 at 08:00 in Tokyo, which is January 30 in UTC", "the same days in Tokyo"],
            ]}
          />
        </>
      ),
    },
    {
      title: "Ask about a charge outside the terms",
      body: (
        <>
          <p>
            A bill can be higher than the cap, or come before the next charge is due. With <code>onExceed: "ask"</code>,
            such a charge isn’t declined: the member is asked about it. They see the amount, what they had allowed, and
            the account that pays. They have three days to answer.
          </p>
          <Exchange facts={facts} name="ask-charge" label="Ask about a charge" />
          <p>
            If the member approves, the charge is made at that moment, once, for exactly that amount. Everything else is
            checked then. If the account lacks the money, for example, the member learns why, nothing is charged, and
            the request stays pending. The agreement’s terms stay as they are.
          </p>
          <Snippet facts={facts} name="approve-charge.sh" label="Approve as Alice" />
          <p>
            Each request ends with one payment or one decline, and the usual events tell you:{" "}
            <code>authorization.approved</code> and <code>authorization.captured</code>, or{" "}
            <code>authorization.declined</code> with 61 or 65. Their <code>metadata.chargeRequestId</code> names the
            request. You can also read it at any time. The console lists all of them under “Charge requests”.
          </p>
          <Exchange facts={facts} name="get-charge-request" label="Look it up" />
          <DataTable
            columns={["Status", "Comes from"]}
            rows={[
              ["PendingApproval", "The member hasn’t answered"],
              ["Approved", "The member approved, and the charge was made"],
              ["Denied", "The member denied"],
              ["Expired", "Three days without an answer"],
              ["Withdrawn", "The agreement was charged or revoked first"],
            ]}
            isCode
          />
          <p>
            Only the cap and the interval can be asked about. Any other reason is a decline right away. An agreement has
            one pending request, and at most three in 24 hours; more are refused with{" "}
            <code>recurring_request_limit_reached</code>. Another charge withdraws a pending request, so that the member
            can’t pay for the same thing twice.
          </p>
        </>
      ),
    },
    {
      title: "Revoke",
      body: (
        <>
          <p>
            The merchant and the member can revoke at any time. From then on, every charge declines. If they arrive
            together, either the charge completes first or it is declined with <code>R1</code>. Revoking twice isn’t an
            error.
          </p>
          <Snippet facts={facts} name="revoke-agreement.sh" label="Revoke" />
        </>
      ),
    },
    {
      title: "States",
      body: (
        <>
          <DataTable
            columns={["Status", "Comes from"]}
            rows={[
              ["PendingApproval", "The merchant sent the request"],
              ["Active", "The member approved"],
              ["Denied", "The member denied, or the code doesn’t allow it"],
              ["Expired", "Seven days without an answer"],
              ["Revoked", "The merchant or the member ended it"],
            ]}
            isCode
          />
          <p>
            A merchant can have at most ten pending requests to one member. The{" "}
            <Link href="/docs/api/recurring-authorizations">reference</Link> has every field.
          </p>
        </>
      ),
    },
  ],
};
