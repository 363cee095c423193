import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const authentication: Guide = {
  slug: "authentication",
  title: "Authentication and signing",
  purpose: "Two API surfaces, two kinds of keys, and signed requests if a secret isn’t enough.",
  sections: (facts) => [
    {
      title: "Keys",
      body: (
        <>
          <DataTable
            columns={["Surface", "Who calls", "What is sent"]}
            rows={[
              [
                "/v1",
                "A tenant: a processor, a platform, an issuer",
                <>
                  <code>X-API-Key: pk_…</code> and <code>Authorization: Bearer sk_…</code>
                </>,
              ],
              ["/merchant/v1", "One merchant, identified by its key", <code key="m">Authorization: Bearer mk_…</code>],
              [
                "/merchant/v1",
                "A tenant, for the merchant it names",
                <>
                  <code>X-API-Key</code>, <code>Authorization: Bearer sk_…</code>, and <code>X-Merchant</code>
                </>,
              ],
            ]}
            isCode
          />
          <p>
            The prefix names the environment: <code>pk_test_</code> or <code>pk_live_</code>. Both use the same URL, and
            nothing crosses between them. A record of the other environment, or of another tenant, returns 404 as if it
            didn’t exist.
          </p>
          <Snippet facts={facts} name="me.sh" label="Who am I" />
        </>
      ),
    },
    {
      title: "Rejected credentials",
      body: (
        <p>
          An unregistered <code>X-API-Key</code> returns 403 <code>api_key_not_registered</code>. Everything else
          returns 401 <code>authentication_failed</code> with <code>WWW-Authenticate</code>: no key, or a bearer token
          that is missing, malformed, or wrong. The message says what is missing or misplaced, such as a merchant’s key
          on <code>/v1</code> or a secret of the other environment. About a wrong secret, it says only that
          authentication failed. Failures are limited by address and by key; see{" "}
          <Link href="/docs/rate-limits">rate limits</Link>. Secrets are stored as bcrypt hashes and shown once, when
          they are created.
        </p>
      ),
    },
    {
      title: "Restrict a key",
      body: (
        <>
          <p>
            In the console, a tenant’s key can be restricted by resource, to reading or to none, and by IP address.
            Without the scope, a call gets 403 <code>insufficient_scope</code>. Some resources reach data of others:
          </p>
          <DataTable
            columns={["Scope", "Reaches"]}
            rows={[
              [
                "payments",
                "Authorizations, captures, refunds, payment codes, and for a named merchant its sales and agreements",
              ],
              [
                "money",
                "Settlement, payouts, balances, fundings, payout accounts, and reports. A report lists every payment of its span, or members’ accounts, so money:read reads those",
              ],
              ["merchants", "Merchants, prices, and their keys. To create a key takes payments:write as well"],
              ["members", "Members with names and emails, their accounts and balances, and cards"],
              [
                "webhooks",
                "Subscriptions, deliveries, and events. They carry bodies with payments, codes, agreements, and payouts, so webhooks:read reads those",
              ],
              ["sandbox", "What a member, an operator, and the clock do in test"],
            ]}
          />
          <p>
            The request log, <code>GET /v1/requests</code>, tells of all of these, so a key needs to read each of them.
          </p>
          <p>
            The scopes of a merchant’s key are in <Link href="/docs/onboarding">Onboard a canteen</Link>.
          </p>
        </>
      ),
    },
    {
      title: "Sign a request",
      body: (
        <>
          <p>
            A key can require signatures. Each request then needs two more headers. If you send a signature with a key
            that doesn’t require one, it is still checked.
          </p>
          <DataTable
            columns={["Header", "Value"]}
            rows={[
              ["X-Timestamp", "Unix time in seconds, at most 300 off"],
              [
                "X-Signature",
                <>
                  <code>sha256=</code> and the hex HMAC-SHA256, keyed with the bearer secret, in either case
                </>,
              ],
            ]}
            isCode
          />
          <p>
            Sign the method, the path without the query, the timestamp, and the raw body, joined by line feeds. Without
            a body, the text ends in a line feed. If you send <code>X-Merchant</code>, sign its value as a line of its
            own after the path. The <Link href="/docs/sdks">SDKs</Link> do all this with <code>signs</code>.
          </p>
          <Exchange facts={facts} name="sign" label="Without a body" />
          <Snippet facts={facts} name="sign-body.sh" label="With a body" />
        </>
      ),
    },
    {
      title: "When a signature fails",
      body: (
        <ul>
          <li>
            <code>signature_required</code>: the key requires a signature and the request has none.
          </li>
          <li>
            <code>timestamp_out_of_range</code>: in <code>details</code>, <code>serverTime</code> is our time and{" "}
            <code>driftSeconds</code> is how far yours is ahead. <code>sentMilliseconds</code> is true if the header
            holds milliseconds.
          </li>
          <li>
            <code>signature_invalid</code>: most often, the body was serialized again after it was signed. Sign the
            exact bytes you send.
          </li>
        </ul>
      ),
    },
  ],
};
