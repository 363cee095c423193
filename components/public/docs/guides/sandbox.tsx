import Link from "next/link";
import type { Guide } from "../guide";
import { SANDBOX_CARDS, SANDBOX_ENDPOINTS } from "../sandbox-values";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

export const sandbox: Guide = {
  slug: "sandbox",
  title: "Sandbox",
  purpose:
    "Public keys, test cards, cards that always decline, and ways to play the member, the bank, and the end of day.",
  sections: (facts) => [
    {
      title: "Keys",
      body: (
        <>
          <p>Shared by everybody and valid for test data only. Your own tenant gets its own in the portal.</p>
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
            columns={["panToken", "Answers", "What decides"]}
            rows={SANDBOX_CARDS.map(({ panToken, answers, decidedBy }) => [panToken, answers, decidedBy] as const)}
            isCode
          />
          <p>
            The real cards draw on accounts that everybody’s requests spend from, so their funds and daily counts may be
            used up when you come; accounts are topped up every night. In automated tests of declines use the{" "}
            <code>TESTcardDecline…</code> cards: they decline every authorization and sale, of any amount, before
            anything else about it is looked at. The decline is a record like any other, with a rule of its own in its
            trace, <code>test card always declines</code>.
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
              "TESTmemberDana001, who has the cards that always decline",
              <code key="a">TESTacctDana00001</code>,
              "1,000.00 USD",
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
                  At <Link href="/sign-in">sign-in</Link> these are offered to fill in.
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
      title: "The other side",
      body: (
        <>
          <p>
            What a member does in the portal, an operator at the end of a day, and a bank when money comes in, you do
            with a test key. For a live key these addresses are not there.
          </p>
          <DataTable
            columns={["POST", "Plays"]}
            rows={SANDBOX_ENDPOINTS.map(({ path, plays }) => [path, plays] as const)}
            isCode
          />
          <Snippet facts={facts} name="fund.sh" label="Give Alice money" />
        </>
      ),
    },
  ],
};
