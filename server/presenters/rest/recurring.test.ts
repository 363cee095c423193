import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMoney } from "@/server/contracts/format-money";
import { formatTerms } from "@/server/contracts/format-terms";
import { decideCharge } from "@/server/domain/recurring";
import { formatAmount } from "@/server/platform/money";
import { agreementRow } from "@/server/testing/factories/agreement-rows";
import { ACTIVE_MERCHANT } from "@/server/testing/factories/payment-facts";
import { presentRecurring, presentTerms } from "./recurring";

const NOW = new Date("2026-03-02T10:05:00.000Z");

function outcomeOf(agreement: ReturnType<typeof agreementRow>, amountMinor: bigint): string {
  const { currency } = agreement;
  const facts = { now: NOW, amountMinor, currency, merchant: ACTIVE_MERCHANT, availableMinor: 10n ** 12n };
  const decision = decideCharge({ ...facts, described: null, agreement, risk: { score: 0, trace: [] } });
  return decision.outcome === "approved" ? "00" : decision.code;
}

/** Every way to determine a cap, in currencies with 0, 2, and 3 decimals. */
for (const currency of ["JPY", "USD", "KWD"]) {
  for (const amountMinor of [null, 10_00n]) {
    for (const maxAmountMinor of [null, 10_00n, 500_00n]) {
      for (const memberMaxMinor of [null, 5_00n, 10_00n]) {
        const given = { currency, amountMinor, maxAmountMinor, memberMaxMinor };
        const words = Object.values(given).join(" ");
        test(`the said cap is the enforced one: ${words}`, () => {
          const agreement = agreementRow({ ...given, status: "active", approvedAt: NOW, interval: "monthly" });
          const sentence = formatTerms(presentTerms(agreement), "en-US");
          const cap = memberMaxMinor ?? maxAmountMinor ?? amountMinor;
          if (cap === null) {
            assert.match(sentence, /^Any amount, /);
            assert.equal(outcomeOf(agreement, 10n ** 12n), "00");
            return;
          }
          const said = formatMoney(formatAmount(cap, currency), currency, "en-US");
          assert.ok(sentence.toLowerCase().includes(`up to ${said.toLowerCase()} a charge`), sentence);
          assert.deepEqual([outcomeOf(agreement, cap), outcomeOf(agreement, cap + 1n)], ["00", "61"]);
        });
      }
    }
  }
}

test("the merchant sees the cap and the interval that the member approved", () => {
  const asked = { amountMinor: 10_00n, maxAmountMinor: 500_00n, interval: "weekly" } as const;
  const termsOf = ({ amount, maxAmount, interval }: ReturnType<typeof presentRecurring>) => [
    amount,
    maxAmount,
    interval,
  ];
  assert.deepEqual(termsOf(presentRecurring(agreementRow(asked), NOW)), [10, 500, "weekly"]);
  const approved = { status: "active", approvedAt: NOW, memberMaxMinor: 20_00n, memberInterval: "monthly" } as const;
  assert.deepEqual(termsOf(presentRecurring(agreementRow({ ...asked, ...approved }), NOW)), [10, 20, "monthly"]);
});
