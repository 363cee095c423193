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
          Use the keys of your own sandbox: <Link href="/sign-up">sign up</Link> for one. The public sandbox is read by
          everyone, so no person’s name belongs there. In live, an operator has to approve you first.
        </p>
      ),
    },
    {
      title: "The canteen",
      body: (
        <>
          <Snippet facts={facts} name="onboard-merchant.sh" label="Onboard the merchant" />
          <p>
            <code>externalId</code> is your own ID. No two of your merchants have the same one, so a program that starts
            again after a crash makes no second canteen: it gets <code>external_id_taken</code>, and finds the first
            with <code>GET /v1/merchants?externalId=canteen-7</code>. Members have one too.
          </p>
        </>
      ),
    },
    {
      title: "A key for its till",
      body: (
        <>
          <Snippet facts={facts} name="onboard-merchant-key.sh" label="Create the key" />
          <p>The key is in this response only. Give each till its own, with no more scopes than it needs:</p>
          <DataTable
            columns={["Scope", "Allows"]}
            rows={[
              ["sale", "Check and charge codes, hold, increment, capture, sell, void, ask for and charge agreements"],
              ["refund", "Refund and reverse"],
              ["read", "Get and list payments, settlements, payouts, balances, agreements"],
              ["manage", "Revoke agreements"],
            ]}
          />
          <p>
            Without the scope, the response is a 403 <code>insufficient_scope</code>. A key with <code>expiresAt</code>{" "}
            ends by itself. What a key may do never changes: to change it, create another and revoke the first.
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
            The <code>panToken</code> is what pays, and is in this response only. A repeat of any of these with the same{" "}
            <code>Idempotency-Key</code> makes nothing new. It leaves out secrets, and what names a person: answers are
            kept longer than a member’s data.
          </p>
          <p>To open the wallet for the member, send an invitation. You can send 20 a day.</p>
          <Snippet facts={facts} name="onboard-invite.sh" label="Invite to the wallet" />
        </>
      ),
    },
    {
      title: "The first lunch",
      body: (
        <>
          <p>
            In live, an operator adds the money that came in for a member, and large sums take two. In the sandbox, you
            do. <code>GET /v1/fundings</code> lists what came in, in either.
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
            The old card is closed. The new one has the same limits, those that the member set among them, and what
            today has used of them. To stop a card for a while, <code>PATCH</code> it with <code>status</code>{" "}
            <code>frozen</code>; a card that the member froze stays frozen whatever you say.
          </p>
        </>
      ),
    },
  ],
};
