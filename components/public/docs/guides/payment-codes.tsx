import Link from "next/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const paymentCodes: Guide = {
  slug: "payment-codes",
  title: "Payment codes",
  purpose: "A short code that pays from a member’s account, with the terms its maker gave it. No card involved.",
  sections: (facts) => [
    {
      title: "Two kinds",
      body: (
        <>
          <DataTable
            columns={["Made by", "Looks like", "Redeemed at"]}
            rows={[
              [
                "A tenant, for one of its members",
                "10 characters and a PIN of 7",
                <>
                  <code>/v1/payment-codes/authorize</code>, or any merchant
                </>,
              ],
              [
                "A member, in the wallet",
                "8 characters, no PIN, with a QR code",
                <code key="s">/merchant/v1/paymentcodes/sale</code>,
              ],
            ]}
          />
          <p>
            Both are written in Crockford base32 and forgiving: case, spaces and hyphens do not matter, and O, I and L
            are read as 0, 1 and 1. Codes are kept as keyed hashes, PINs as bcrypt hashes that are wiped when the code
            ends.
          </p>
        </>
      ),
    },
    {
      title: "Mint and redeem",
      body: (
        <>
          <p>The PIN is in this response and is never shown again, not even in a repeat of the request.</p>
          <Exchange facts={facts} name="mint-code" label="Mint a code" />
          <p>
            Redeeming it places a hold, which is captured, incremented and reversed like any other. An increment asks
            for no PIN and is not another use; it is declined with 61 beyond the code’s <code>maxAmount</code>, and with
            62 once the code is revoked.
          </p>
          <Exchange facts={facts} name="redeem-code" label="Redeem the code" />
        </>
      ),
    },
    {
      title: "A member’s code at the till",
      body: (
        <>
          <p>
            In the sandbox you play the member. The merchant sells on the code in one step: hold and capture, or
            neither.
          </p>
          <Exchange facts={facts} name="member-code" label="Make a code as Alice" />
          <Snippet facts={facts} name="sell-code.sh" label="Sell on the code" />
        </>
      ),
    },
    {
      title: "Terms",
      body: (
        <DataTable
          columns={["Field", "What it does"]}
          rows={[
            ["maxAmount", "The most one use may come to, with its increments."],
            ["expiryMinutes", "Bounds the first use; 10 unless given."],
            ["singleUse", "One use, unless it allows recurring."],
            ["merchant", "The only merchant who may use it."],
            [
              "lockoutThreshold",
              "Wrong PINs in a row that lock it; 5 unless given. A right one forgives those before it.",
            ],
            [
              "allowRecurring",
              <>
                Further uses after the first, by <code>recurringInterval</code>, <code>recurringLimit</code> and{" "}
                <code>recurringThru</code>. Intervals count UTC days.
              </>,
            ],
          ]}
          isCode
        />
      ),
    },
    {
      title: "States",
      body: (
        <>
          <DataTable
            columns={["Status", "A use answers"]}
            rows={[
              ["Code Active", "Approved, if amount, merchant, PIN and funds are right"],
              ["Code Used", "65"],
              ["Code Locked", "75, after too many wrong PINs"],
              ["Code Expired", "54"],
              ["Code Revoked", "62"],
            ]}
          />
          <p>
            Revoke with <code>POST /v1/payment-codes/{"{code}"}/revoke</code>; members revoke theirs in the wallet. A
            code that had ended before keeps its status and is revoked beside it: <code>GET</code> says{" "}
            <code>status</code>, <code>revoked</code> and <code>revokedAt</code>. An ended code has 0{" "}
            <code>usesRemaining</code>. <code>expiresAt</code> is the moment by which the next use must come: after the
            first use of a recurring code the end of its last day, or <code>null</code> without one.
          </p>
          <p>
            Approving an agreement that was asked for with a code uses the code up and counts as a use. The{" "}
            <Link href="/docs/api/payment-codes">reference</Link> has every field.
          </p>
        </>
      ),
    },
  ],
};
