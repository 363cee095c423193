import { Link } from "@/components/ui/navigation/link";
import { AVS_RESULTS, CVV_RESULTS } from "@/server/contracts/card-checks";
import { REVERSAL_REASONS } from "@/server/contracts/choices";
import { CURRENCIES, decimalsOf } from "@/server/contracts/currencies";
import { MethodPath } from "../../reference/method-path";
import type { Guide } from "../guide";
import { DataTable } from "../table";

const WORDS = ["None", "One", "Two", "Three", "Four"] as const;

/** Currencies that don't have two decimals. */
const UNUSUAL = WORDS.flatMap((word, count): [decimals: string, codes: string][] => {
  const codes = CURRENCIES.filter((code) => decimalsOf(code) === count);
  return count === 2 || codes.length === 0 ? [] : [[word, codes.join(", ")]];
});

export const money: Guide = {
  slug: "money",
  title: "Money and codes",
  purpose: "How amounts are written, where money comes from, and what the short codes mean.",
  sections: (facts) => [
    {
      title: "Amounts",
      body: (
        <>
          <p>
            An amount is a JSON number in units of its currency, in requests, responses, and webhooks: <code>12.5</code>{" "}
            is twelve dollars and fifty cents; never send 1250. It is at least 0.01, or the currency’s smallest unit
            where that is less (0.001 in KWD), at most 9,999,999,999.99, and has no more decimals than the currency.
            Anything else returns 400. Nothing is rounded or converted: an account in another currency declines with{" "}
            <code>57</code>.
          </p>
          <DataTable columns={["Decimals", "Currencies"]} rows={[...UNUSUAL, ["Two", "All others of ISO 4217"]]} />
          <p>
            Internally, money is counted in whole minor units. Convert amounts the same way before you add them up: in
            most languages, <code>0.1 + 0.2</code> isn’t <code>0.3</code>.
          </p>
        </>
      ),
    },
    {
      title: "Where money comes from",
      body: (
        <>
          <p>
            Members pay from accounts. An account opens empty, and gets money by a bank transfer with its reference, or
            from your <Link href="/docs/onboarding">float</Link>. In test, the first member of a tenant that signs up
            has 10,000.00 USD, and <MethodPath method="POST" path="/v1/sandbox/accounts/{id}/fund" /> adds to any
            account: see the <Link href="/docs/sandbox">sandbox</Link>.
          </p>
          <p>
            Merchants are paid out when a day is <Link href="/docs/settlement">settled</Link>.
          </p>
        </>
      ),
    },
    {
      title: "Balances",
      body: (
        <p>
          A member’s balance is what their account has; held money is part of it and can’t be spent twice. A payment is
          approved if enough is available, and declines with <code>51</code> if not.{" "}
          <code>GET /v1/accounts/{"{id}"}</code> returns what is available, held, and posted of an account of your own
          members; members see it in their wallet, and you see it on the member’s page in the console.{" "}
          <code>GET /v1/balances</code> returns what your merchants are owed until it is paid out.
        </p>
      ),
    },
    {
      title: "Increments",
      body: (
        <p>
          You can raise a hold while its status is <code>Authorization Approved</code>, that is, before the first
          capture, up to {facts.maxIncrements} times. Beyond that, the response is 409{" "}
          <code>increment_limit_reached</code>. An increment can’t be incremented itself.
        </p>
      ),
    },
    {
      title: "Reversal reasons",
      body: (
        <>
          <p>
            For your records and the member’s; the reason doesn’t change how money moves. The default is{" "}
            <code>RV02</code>. An unknown reason returns 400.
          </p>
          <DataTable columns={["reason", "Means"]} rows={Object.entries(REVERSAL_REASONS)} isCode />
        </>
      ),
    },
    {
      title: "Address and security code",
      body: (
        <>
          <p>
            You can send the results of your checks of the buyer’s address and the card’s security code. Both are stored
            with the authorization. An <code>N</code> raises its <Link href="/docs/merchant">risk score</Link>; the
            other results change nothing.
          </p>
          <DataTable columns={["avsResult", "Means"]} rows={Object.entries(AVS_RESULTS)} isCode />
          <DataTable columns={["cvvResult", "Means"]} rows={Object.entries(CVV_RESULTS)} isCode />
        </>
      ),
    },
  ],
};
