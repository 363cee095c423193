import Link from "next/link";
import type { Guide } from "../guide";
import { Exchange, Snippet } from "../snippet";
import { DataTable } from "../table";

export const authentication: Guide = {
  slug: "authentication",
  title: "Authentication and signing",
  purpose: "Two surfaces, two kinds of keys, and signed requests if you want more than a secret.",
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
              ["/merchant/v1", "One merchant, which its key names", <code key="m">Authorization: Bearer mk_…</code>],
            ]}
            isCode
          />
          <p>
            The prefix says the environment: <code>pk_test_</code> or <code>pk_live_</code>. Both use the same address,
            and nothing crosses between them. A record of the other environment, or of another tenant, answers 404 as if
            it were not there.
          </p>
          <Snippet facts={facts} name="me.sh" label="Who am I" />
        </>
      ),
    },
    {
      title: "What is refused",
      body: (
        <p>
          An <code>X-API-Key</code> that is not registered answers 403 <code>api_key_not_registered</code>, whatever it
          looks like and whatever comes with it. Everything else is 401 <code>authentication_failed</code> with{" "}
          <code>WWW-Authenticate</code>: no key, and a bearer that is missing, malformed or wrong. The message names
          what was left out or belongs elsewhere, such as a merchant’s key on <code>/v1</code> or a secret of the other
          environment; of a secret it says only that authentication failed. Failures are limited by address and by key:
          see <Link href="/docs/rate-limits">rate limits</Link>. Secrets are kept as bcrypt hashes and are shown once,
          when they are made.
        </p>
      ),
    },
    {
      title: "Sign a request",
      body: (
        <>
          <p>
            A key can require signatures. Each request then carries two more headers. A signature sent with a key that
            doesn’t require one is still checked.
          </p>
          <DataTable
            columns={["Header", "Value"]}
            rows={[
              ["X-Timestamp", "Unix seconds, at most 300 off."],
              [
                "X-Signature",
                <>
                  <code>sha256=</code> and the hex of an HMAC-SHA256 under the bearer secret, in either case.
                </>,
              ],
            ]}
            isCode
          />
          <p>
            What is signed: method, path without the query, timestamp and raw body, joined by line feeds. Without a body
            the text ends in a line feed.
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
            <code>signature_required</code>: the key requires one and none came.
          </li>
          <li>
            <code>timestamp_out_of_range</code>: <code>details</code> has our time as <code>serverTime</code> and how
            far yours is ahead of it as <code>driftSeconds</code>; <code>sentMilliseconds</code> is true where the
            header holds milliseconds.
          </li>
          <li>
            <code>signature_invalid</code>: most often the body was written again after it was signed. Sign the very
            bytes that you send.
          </li>
        </ul>
      ),
    },
  ],
};
