import Link from "next/link";
import { AVS_RESULTS, CVV_RESULTS } from "@/server/contracts/card-checks";
import { CURRENCIES, decimalsOf } from "@/server/contracts/currencies";
import { REVERSAL_REASONS } from "@/server/contracts/rest/authorization-schemas";
import type { Guide } from "../guide";
import { DataTable } from "../table";

const WORDS = ["None", "One", "Two", "Three", "Four"] as const;

/** The few that differ from the rest. */
const UNUSUAL = WORDS.flatMap((word, count): [decimals: string, codes: string][] => {
  const codes = CURRENCIES.filter((code) => decimalsOf(code) === count);
  return count === 2 || codes.length === 0 ? [] : [[word, codes.join(", ")]];
});

export const money: Guide = {
  slug: "money",
  title: "Money and codes",
  purpose: "How amounts are written, how money comes in, and what the short codes of payments mean.",
  sections: (facts) => [
    {
      title: "Amounts",
      body: (
        <>
          <p>
            An amount is a JSON number in whole units of its currency, in requests, answers and webhooks alike:{" "}
            <code>12.5</code> is twelve dollars and fifty cents, never 1250. It is at least 0.01, at most
            9,999,999,999.99, and has no more decimals than its currency; anything else answers 400. Nothing is rounded,
            and nothing is converted: an account of another currency declines with <code>57</code>.
          </p>
          <DataTable columns={["Decimals", "Currencies"]} rows={[...UNUSUAL, ["Two", "All others of ISO 4217"]]} />
          <p>
            Inside, money is counted in minor units, without fractions. Do the same before you add amounts up: in most
            languages <code>0.1 + 0.2</code> is not <code>0.3</code>.
          </p>
        </>
      ),
    },
    {
      title: "How money comes in",
      body: (
        <>
          <p>
            Members pay from accounts. An account opens empty, and money comes in when an operator of the network books
            what the bank has received. In test the first member of a tenant that signs up has 10,000.00 USD, and{" "}
            <code>POST /v1/sandbox/accounts/{"{id}"}/fund</code> adds to any account: see the{" "}
            <Link href="/docs/sandbox">sandbox</Link>.
          </p>
          <p>
            What merchants earn is paid out when a day is <Link href="/docs/settlement">settled</Link>.
          </p>
        </>
      ),
    },
    {
      title: "Increments",
      body: (
        <p>
          A hold can be raised while its status is <code>Authorization Approved</code>, so before the first capture, at
          most {facts.maxIncrements} times. An increment can’t be incremented itself. One more answers 409{" "}
          <code>increment_limit_reached</code>.
        </p>
      ),
    },
    {
      title: "Reasons of a reversal",
      body: (
        <>
          <p>
            For your records and the member’s; the money moves alike. Without one it is <code>RV02</code>. Any other
            answers 400.
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
            You may send what a check of the buyer’s address or of the card’s security code came to. Both are kept with
            the authorization. An <code>N</code> adds to its <Link href="/docs/merchant">risk score</Link>; the other
            letters change nothing.
          </p>
          <DataTable columns={["avsResult", "Means"]} rows={Object.entries(AVS_RESULTS)} isCode />
          <DataTable columns={["cvvResult", "Means"]} rows={Object.entries(CVV_RESULTS)} isCode />
        </>
      ),
    },
  ],
};
