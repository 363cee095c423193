import { Link } from "@/components/ui/navigation/link";
import type { Guide } from "../guide";
import { SANDBOX_CARDS, SANDBOX_ENDPOINTS } from "../sandbox-values";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const sandbox: Guide = {
  slug: "sandbox",
  title: "Sandbox",
  purpose:
    "Public keys, test cards, cards that always decline, and endpoints that act as the member, the bank, and the end of day.",
  sections: (facts) => [
    {
      title: "Keys",
      body: (
        <>
          <p>
            Everyone shares these keys, and they work with test data only. Create your own tenant’s keys in the portal.
          </p>
          <DataTable
            columns={["Who", "Key", "Secret"]}
            rows={[
              [
                "Sandbox Coffee Co",
                <code key="k">pk_test_closedloop_sandbox</code>,
                <code key="s">sk_test_closedloop_sandbox_public_secret</code>,
              ],
              [
                "Rival Roasters, must sign",
                <code key="k">pk_test_closedloop_rival</code>,
                <code key="s">sk_test_closedloop_rival_public_secret</code>,
              ],
              [
                "Sandbox Café, a merchant",
                <code key="k">TESTmerchantCafe1</code>,
                <code key="s">mk_test_closedloop_cafe_public</code>,
              ],
              [
                "Sandbox Shop, no same-day reversal",
                <code key="k">TESTmerchantShop1</code>,
                <code key="s">mk_test_closedloop_shop_public</code>,
              ],
            ]}
          />
        </>
      ),
    },
    {
      title: "Cards",
      body: (
        <>
          <DataTable
            columns={["panToken", "Response", "Decided by"]}
            rows={SANDBOX_CARDS.map(({ panToken, answers, decidedBy }) => [panToken, answers, decidedBy] as const)}
            isCode
          />
          <p>
            The other cards draw on shared accounts, so their funds and daily counts may be used up. Accounts are topped
            up every night. For automated tests of declines, use the <code>TESTcardDecline…</code> cards: they decline
            every authorization and sale of any amount, before any other check. The decline is a record like any other;
            its rule trace says <code>test card always declines</code>.
          </p>
        </>
      ),
    },
    {
      title: "Members",
      body: (
        <DataTable
          columns={["Member", "Account", "Opened with"]}
          rows={[
            ["TESTmemberAlice01", <code key="a">TESTacctAlice0001</code>, "1,000,000.00 USD"],
            ["TESTmemberBob0001", <code key="a">TESTacctBob000001</code>, "25.00 USD"],
            [
              "TESTmemberDana001, with the cards that always decline",
              <code key="a">TESTacctDana00001</code>,
              "1,000.00 USD",
            ],
            [
              "TESTmemberRobin01, who pays on the start page and the bench",
              <code key="a">TESTacctRobin0001</code>,
              "1,000,000.00 USD",
            ],
          ]}
          isCode
        />
      ),
    },
    ...(facts.logins.length === 0
      ? []
      : [
          {
            title: "Logins",
            body: (
              <>
                <p>
                  The <Link href="/sign-in">sign-in page</Link> fills these in for you.
                </p>
                <DataTable
                  columns={["Email", "Password"]}
                  rows={facts.logins.map(
                    ({ email, password }) => [email, <code key={email}>{password}</code>] as const,
                  )}
                  isCode
                />
              </>
            ),
          },
        ]),
    {
      title: "Bench",
      body: (
        <p>
          <Link href="/bench">The bench</Link> is a till and a phone side by side. It makes codes, holds, captures,
          voids, and refunds as the café and Robin, shows the ledger entries and the signed webhooks of each step, and
          prints the request that does the same. “Share this run” puts the steps into a link: nothing is stored, and
          whoever opens it can play them or run them again.
        </p>
      ),
    },
    {
      title: "Act as the other side",
      body: (
        <>
          <p>
            With a test key, you can act as the member in the portal, the operator at the end of the day, and the bank
            when money comes in. Live keys can’t reach these endpoints.
          </p>
          <DataTable
            columns={["POST", "What it does"]}
            rows={SANDBOX_ENDPOINTS.map(({ path, plays }) => [path, plays] as const)}
            isCode
          />
          <Snippet facts={facts} name="fund.sh" label="Fund Alice’s account" />
          <p>
            <code>npx closed-loop trigger payout.returned</code> takes all steps until an event happens. See{" "}
            <Link href="/docs/sdks">SDKs and command line</Link>.
          </p>
        </>
      ),
    },
    {
      title: "Test what takes time",
      body: (
        <>
          <p>
            A hold lasts seven days and webhooks are retried for 39 hours. Your test environment has a clock of its own:
            move it forward by hours or days, or to a time, and everything that falls due on the way happens, in order.
            Holds, codes, and requests expire, days settle, webhooks are retried, and agreements can be charged again.
          </p>
          <Snippet facts={facts} name="advance-clock.sh" label="Move your clock by a week" />
          <p>
            The response lists what happened, up to 200 entries. Afterwards all your test payments are dated by the new
            time. The portal shows it on every page and moves the clock too, under “Sandbox clock”.
          </p>
          <ul>
            <li>A clock never goes back, and is at most 366 days ahead. Live has none.</li>
            <li>
              The shared sandbox’s clock can’t be moved (<code>sandbox_clock_fixed</code>). Create a tenant of your own.
            </li>
            <li>
              While your clock is ahead, pay with cards and codes of your own members. The public test cards belong to
              the shared sandbox, so they answer <code>sandbox_clocks_differ</code>.
            </li>
            <li>
              Webhooks are really sent. Your server has three seconds instead of ten, and signatures use real time.
            </li>
            <li>
              If there is more to do than fits into 20 seconds, the response is <code>temporarily_unavailable</code> and
              the clock keeps moving. Repeat the request with the same Idempotency-Key.
            </li>
          </ul>
          <Snippet facts={facts} name="clock.sh" label="Read the clock" />
        </>
      ),
    },
  ],
};
