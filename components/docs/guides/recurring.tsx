import Link from "next/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const recurring: Guide = {
  slug: "recurring",
  title: "Recurring agreements",
  purpose: "A member’s word that a merchant may charge again, with a cap and an interval the network enforces.",
  sections: (facts) => [
    {
      title: "Ask",
      body: (
        <>
          <p>
            The merchant asks. The member sees who, what for, how much, how often and until when, and has seven days to
            answer. Nothing can be charged before.
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
            In the wallet the member chooses the account that pays, and may lower the cap. In the sandbox you answer for
            them, or sign in as Alice and do it by hand.
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
            A charge is a sale: held and captured in one step. Cap, interval and last day are checked by the network.
          </p>
          <Exchange facts={facts} name="charge-agreement" label="Charge" />
          <DataTable
            columns={["A charge that is", "Declines with"]}
            rows={[
              ["Over the cap", <code key="c">61</code>],
              ["Too early, or past the last day", <code key="c">65</code>],
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
