import Link from "next/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const recurring: Guide = {
  slug: "recurring",
  title: "Recurring agreements",
  purpose: "A member lets a merchant charge again, within a cap and an interval that the network enforces.",
  sections: (facts) => [
    {
      title: "Ask",
      body: (
        <>
          <p>
            The merchant asks. The member sees who, what for, and in one sentence everything that binds: “$7.20 every
            month, up to $10.00 a charge, until December 31, 2027”. The member has seven days to answer. Nothing can be
            charged before.
          </p>
          <p>
            <code>amount</code> is what a charge usually comes to, <code>maxAmount</code> the most one may come to.
            Without <code>maxAmount</code> the amount is the cap. A charge may always be less.
          </p>
          <Exchange facts={facts} name="ask-agreement" label="Ask Alice" />
          <p>
            Instead of <code>memberId</code> you may name a payment code that allows recurring. It is used up when the
            member approves, and its terms bind the agreement where they are stricter.
          </p>
        </>
      ),
    },
    {
      title: "The member answers",
      body: (
        <>
          <p>
            In the wallet the member chooses the account that pays, and may lower the cap or choose a longer interval.
            If you ask without an amount or an interval, the member sets one, or says that there is no limit. Read{" "}
            <code>maxAmount</code> and <code>interval</code> from <code>recurring/get</code> after the approval: they
            are what you may charge.
          </p>
          <p>
            In the sandbox you answer for the member, or sign in as Alice and do it by hand. Without a body the request
            is approved as you asked, and what you left open has no limit.
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
            A charge is a sale: held and captured in one step. The network checks the cap, the interval, the last day
            and the number of charges.
          </p>
          <Exchange facts={facts} name="charge-agreement" label="Charge" />
          <DataTable
            columns={["A charge that is", "Declines with"]}
            rows={[
              ["Over the cap", <code key="c">61</code>],
              ["Too early, past the last day, or one too many", <code key="c">65</code>],
              ["On an agreement that is not active", <code key="c">57</code>],
              ["After it was revoked", <code key="c">R1</code>],
            ]}
          />
        </>
      ),
    },
    {
      title: "Stop",
      body: (
        <>
          <p>
            Merchant and member can revoke at any time, and from that moment every charge is refused: a charge and a
            revocation that race are decided one after the other. Revoking twice is no error.
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
              ["PendingApproval", "The merchant asked"],
              ["Active", "The member approved"],
              ["Denied", "The member denied, or the code does not allow it"],
              ["Expired", "Seven days without an answer"],
              ["Revoked", "The merchant or the member ended it"],
            ]}
            isCode
          />
          <p>
            A member has at most ten unanswered requests of one merchant. Every field is in the{" "}
            <Link href="/docs/api/recurring-authorizations">reference</Link>.
          </p>
        </>
      ),
    },
  ],
};
