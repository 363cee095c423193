import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { DataTable } from "../table";

export const goLive: Guide = {
  slug: "go-live",
  title: "Go live",
  purpose: "What to check before real money moves, how to request access, and what differs in live.",
  sections: () => [
    {
      title: "Before you request access",
      body: (
        <ul>
          <li>Your server authorizes, captures, voids, and refunds in the sandbox.</li>
          <li>
            Every write has an <Link href="/docs/idempotency">Idempotency-Key</Link>, and a timeout repeats the same
            request with the same key.
          </li>
          <li>
            Declines are shown with their own words, and <Link href="/docs/errors">errors</Link> are told apart from
            them.
          </li>
          <li>
            Your receiver <Link href="/docs/webhooks#verify">verifies signatures</Link>, answers within 10 seconds, and
            ignores what it has processed before.
          </li>
          <li>
            You can <Link href="/docs/reconciliation">match</Link> a statement with your orders.
          </li>
          <li>Secrets are on your server, never in an app, on a page, or in a repository.</li>
          <li>Owners and admins have a second factor. Live requires it.</li>
        </ul>
      ),
    },
    {
      title: "Request access",
      body: (
        <p>
          An owner or admin presses <strong>Request live access</strong> in the console, on any live page. Confirm your
          email first. The network’s operators are told by email and decide; you see the status under Settings. Nothing
          in the sandbox moves to live.
        </p>
      ),
    },
    {
      title: "The first live payment",
      body: (
        <ol>
          <li>Create a live API key, and store its secret: it’s shown once.</li>
          <li>Create your merchants and their keys.</li>
          <li>Add a webhook with an https URL, and send a test event.</li>
          <li>Take a small payment from a member of your own, capture it, and refund it.</li>
          <li>Check the statement after the day has settled.</li>
        </ol>
      ),
    },
    {
      title: "What differs in live",
      body: (
        <DataTable
          columns={["What", "Test", "Live"]}
          rows={[
            ["Keys", "pk_test_, sk_test_, mk_test_", "pk_live_, sk_live_, mk_live_"],
            ["Money", "Added with a request", "By a bank transfer with the account’s reference, or from your float"],
            ["/v1/sandbox", "Acts as the member, the bank, and the clock", "404"],
            ["Time", "Your sandbox clock", "Real time"],
            ["Request bodies in the log", "Stored, without secrets", "Not stored, unless you turn it on"],
            ["Second factor", "Optional", "Required for owners and admins"],
          ]}
        />
      ),
    },
    {
      title: "For operators",
      body: (
        <>
          <p>
            A request for live is in your bell and email, at the top of Overview, and in Approvals. Open the tenant to
            approve it. You can’t while:
          </p>
          <ul>
            <li>
              The network has demo logins, whose passwords are public. Run live on a network of its own, without the
              sandbox: start it with <code>SEED_SANDBOX=0</code> and its own <code>DATABASE_URL</code>, and create your
              login with <code>npm run operator:create</code>.
            </li>
            <li>
              The tenant’s tier is above standard. Lower it first; in live another operator approves a higher one.
            </li>
            <li>An owner of the tenant hasn’t confirmed their email.</li>
          </ul>
        </>
      ),
    },
  ],
};
