import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const onboarding: Guide = {
  slug: "onboarding",
  title: "Onboard a canteen",
  purpose: "Set up a merchant, a key for its till, a member, an account, and a card, then make the first sale.",
  sections: (facts) => [
    {
      title: "Before you begin",
      body: (
        <p>
          Use the keys of your own sandbox: <Link href="/sign-up">sign up</Link> for one. Everyone can read the public
          sandbox, so don’t put a person’s name there. In live, an operator has to approve you first.
        </p>
      ),
    },
    {
      title: "The canteen",
      body: (
        <>
          <Snippet facts={facts} name="onboard-merchant.sh" label="Onboard the merchant" />
          <p>
            <code>externalId</code> is your own ID, and unique among your merchants. If your program restarts after a
            crash, it can’t create the canteen twice: it gets <code>external_id_taken</code> and finds the first one
            with <code>GET /v1/merchants?externalId=canteen-7</code>. Members have an <code>externalId</code>, too.
          </p>
        </>
      ),
    },
    {
      title: "A key for its till",
      body: (
        <>
          <Snippet facts={facts} name="onboard-merchant-key.sh" label="Create the key" />
          <p>You see the key in this response only. Give each till its own key, with only the scopes it needs:</p>
          <DataTable
            columns={["Scope", "Allows"]}
            rows={[
              [
                "sale",
                "Check and charge codes; authorize, increment, capture, sell, and void; undo its own sales, whole, for ten minutes; request and charge agreements",
              ],
              ["refund", "Refund and reverse payments"],
              ["read", "Read payments, settlements, payouts, balances, agreements, and webhook subscriptions"],
              ["manage", "Revoke agreements; create, change, and delete webhook subscriptions"],
            ]}
          />
          <p>
            Without the scope, a call gets 403 <code>insufficient_scope</code>. A key with <code>expiresAt</code> stops
            working then. A key’s scopes never change: to change them, create another key and revoke the first.
          </p>
        </>
      ),
    },
    {
      title: "A member, an account, a card",
      body: (
        <>
          <Snippet facts={facts} name="onboard-member.sh" label="Create the member" />
          <Snippet facts={facts} name="onboard-account.sh" label="Open an account" />
          <Snippet facts={facts} name="onboard-card.sh" label="Issue a card" />
          <p>
            The <code>panToken</code> pays, and is in this response only. Repeating any of these requests with the same{" "}
            <code>Idempotency-Key</code> creates nothing new. The repeated response leaves out secrets and personal
            details, because responses are kept longer than a member’s data.
          </p>
          <p>
            To create many members at once, choose <strong>Import CSV</strong> on the console’s <strong>Members</strong>{" "}
            page. It shows what each row becomes before it creates anything.
          </p>
          <p>Send an invitation to give the member a wallet. You can send 20 a day.</p>
          <Snippet facts={facts} name="onboard-invite.sh" label="Invite to the wallet" />
        </>
      ),
    },
    {
      title: "The first lunch",
      body: (
        <>
          <p>
            In live, money comes to an account by a bank transfer with its <code>fundingReference</code>, or from your
            float: <code>POST /v1/floats</code> opens one, a transfer fills it, and <code>POST /v1/fundings</code> gives
            from it. In the sandbox, you add test money yourself. <code>GET /v1/fundings</code> lists all fundings in
            both. To take test money back from the wrong account, call <code>POST /v1/fundings/{"{id}"}/reverse</code>.
          </p>
          <Snippet facts={facts} name="onboard-fund.sh" label="Add test money" />
          <Snippet facts={facts} name="onboard-sale.sh" label="Sell at the till" />
          <Snippet facts={facts} name="onboard-balance.sh" label="What is left" />
        </>
      ),
    },
    {
      title: "A lost card",
      body: (
        <>
          <Snippet facts={facts} name="onboard-replace.sh" label="Replace the card" />
          <p>
            The old card is closed. The new one keeps its limits, including the member’s own, and what was used of them
            today. To stop a card for a while, <code>PATCH</code> its <code>status</code> to <code>frozen</code>. You
            can’t unfreeze a card that the member froze.
          </p>
        </>
      ),
    },
  ],
};
