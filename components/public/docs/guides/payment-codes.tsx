import { Link } from "@/components/ui/navigation/link";
import { MethodPath } from "../../reference/method-path";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const paymentCodes: Guide = {
  slug: "payment-codes",
  title: "Payment codes",
  purpose: "A short code that pays from a member’s account, on terms set by its creator. No card involved.",
  sections: (facts) => [
    {
      title: "Two kinds",
      body: (
        <>
          <DataTable
            columns={["Created by", "Looks like", "Redeemed at"]}
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
                <>
                  <code>/merchant/v1/paymentcodes/sale</code>, by the merchant’s key or its tenant’s with{" "}
                  <code>X-Merchant</code>
                </>,
              ],
            ]}
          />
          <p>
            Both use Crockford base32, which forgives typos: case, spaces, and hyphens don’t matter, O reads as 0, and I
            and L read as 1. Codes are stored as keyed hashes, PINs as bcrypt hashes that are erased when the code ends.
          </p>
        </>
      ),
    },
    {
      title: "Create and redeem",
      body: (
        <>
          <p>The PIN is in this response and is never shown again, not even if you repeat the request.</p>
          <Exchange facts={facts} name="mint-code" label="Create a code" />
          <p>
            Redeeming a code places a hold that you capture, increment, and reverse like any other. An increment needs
            no PIN and doesn’t count as another use. It declines with 61 above the code’s <code>maxAmount</code>, and
            with 62 once the code is revoked.
          </p>
          <Exchange facts={facts} name="redeem-code" label="Redeem the code" />
        </>
      ),
    },
    {
      title: "Two words on the till and the phone",
      body: (
        <p>
          An approved payment by code has <code>matchWords</code>, two plain English words such as{" "}
          <code>amber otter</code>. The member’s wallet shows the same two within a second, so show them to the cashier
          and the customer: if they match, both look at the same payment. They are derived from the payment under the
          server’s key, so no one can choose them or know them beforehand. They are no secret and prove nothing to a
          program.
        </p>
      ),
    },
    {
      title: "A member’s code at checkout",
      body: (
        <>
          <p>
            In the sandbox, you act as the member. The merchant charges the code in one step: either hold and capture
            both happen, or neither does.
          </p>
          <Exchange facts={facts} name="member-code" label="Create a code as Alice" />
          <Snippet facts={facts} name="sell-code.sh" label="Charge the code" />
        </>
      ),
    },
    {
      title: "Terms",
      body: (
        <DataTable
          columns={["Field", "What it does"]}
          rows={[
            ["maxAmount", "The most one use can take, including its increments."],
            ["expiryMinutes", "How long the first use may take. Default: 10."],
            ["singleUse", "One use only. Default: true. No effect with allowRecurring."],
            ["merchant", "The only merchant that can use it."],
            ["lockoutThreshold", "How many wrong PINs in a row lock it. Default: 5. A right PIN resets the count."],
            [
              "allowRecurring",
              <>
                Allows more uses after the first, within <code>recurringInterval</code>, <code>recurringLimit</code>,
                and <code>recurringThru</code>, which have no effect without it. Days, weeks, and months are counted
                from the first use, in the merchant’s time zone.
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
            columns={["Status", "Response to a use"]}
            rows={[
              ["Code Active", "Approved, if the amount, merchant, PIN, and funds allow it"],
              ["Code Used", "65"],
              ["Code Locked", "75, after too many wrong PINs"],
              ["Code Expired", "54"],
              ["Code Revoked", "62"],
            ]}
          />
          <p>
            Revoke a code with <MethodPath method="POST" path="/v1/payment-codes/{code}/revoke" />; members revoke
            theirs in the wallet. A code that had already ended keeps its status and is also marked <code>revoked</code>
            , with <code>revokedAt</code>. An ended code has 0 <code>usesRemaining</code>. <code>expiresAt</code> is the
            deadline of the next use. After the first use of a recurring code, that is the end of its last day, or{" "}
            <code>null</code> if it has none.
          </p>
          <p>
            If an agreement was requested with a code, approving it uses up the code. The{" "}
            <Link href="/docs/api/payment-codes">reference</Link> has every field.
          </p>
        </>
      ),
    },
  ],
};
