import assert from "node:assert/strict";
import test from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { TONE_TEXTS, TONES } from "@/components/ui/feedback/badge";
import { AUTHORIZATION_STATUSES } from "@/server/contracts/authorization-statuses";
import { PAYMENT_CODE_STATUSES } from "@/server/contracts/rest/payment-code-schemas";
import { AGREEMENT_STATUSES, CHARGE_REQUEST_STATUSES } from "@/server/contracts/rest/recurring-schemas";
import { DELIVERY_STATUSES } from "@/server/contracts/rest/webhooks/webhook-schemas";
import { FILTERS, paymentState, STATES, type Status, stateOf } from "./states";
import { PaymentBadge, PaymentWord, StatusBadge } from "./status-badge";
import { type STEPS, titleOf } from "./steps";

test("every state of the contracts has a row", () => {
  const rows = ({ authorization, code, agreement, charge, delivery }: typeof STATES) =>
    [authorization, code, agreement, charge, delivery].map((noun) => Object.keys(noun).sort());
  const contracts = [
    AUTHORIZATION_STATUSES,
    PAYMENT_CODE_STATUSES,
    AGREEMENT_STATUSES,
    CHARGE_REQUEST_STATUSES,
    DELIVERY_STATUSES,
  ];
  assert.deepEqual(
    rows(STATES),
    contracts.map((statuses) => [...statuses].sort()),
  );
});

test("nouns with a shared status show it alike", () => {
  for (const [noun, states] of Object.entries(STATES)) {
    for (const [status, state] of Object.entries(states)) {
      assert.deepEqual(stateOf(status as Status), state, `${noun} ${status}`);
    }
  }
});

test("a badge has the word and the tone of its row", () => {
  const { authorization: _, ...others } = STATES;
  for (const states of Object.values(others)) {
    for (const [status, { word, tone }] of Object.entries(states)) {
      const badge = renderToStaticMarkup(createElement(StatusBadge, { status: status as Status }));
      assert.ok(badge.includes(`>${word}<`) && badge.includes(TONES[tone]), status);
    }
  }
});

for (const status of AUTHORIZATION_STATUSES) {
  for (const captured of [0, 5]) {
    test(`${status}, ${captured} captured: list and badge agree, in the words of the side that reads them`, () => {
      for (const side of ["payer", "payee"] as const) {
        const { word, tone } = paymentState({ status, captured }, side);
        const payment = { payment: { status, captured }, side };
        const row = renderToStaticMarkup(createElement(PaymentWord, payment));
        const badge = renderToStaticMarkup(createElement(PaymentBadge, payment));
        assert.ok(row.includes(`${TONE_TEXTS[tone]}">${word}<`), row);
        assert.ok(badge.includes(`>${word}<`) && badge.includes(TONES[tone]), badge);
        assert.doesNotMatch(
          word,
          side === "payer" ? /Authoriz|[Cc]aptur|[Rr]evers|[Vv]oid/ : /Authoriz|Approv|[Rr]evers/,
        );
      }
    });
  }
}

test("returned captures are refunded on both sides; a hold is voided, and for its member released", () => {
  const words = [5, 0].map((captured) =>
    (["payer", "payee"] as const).map(
      (side) => paymentState({ status: "Authorization Reversed", captured }, side).word,
    ),
  );
  assert.deepEqual(words, [
    ["Refunded", "Refunded"],
    ["Released", "Voided"],
  ]);
});

test("a fact has one word: its step, the state that it leaves, and the filter that finds it", () => {
  const step = (kind: keyof typeof STEPS) => titleOf(kind, "payee");
  const state = (status: keyof (typeof STATES)["authorization"]) => paymentState({ status, captured: 0 }, "payee").word;
  assert.equal(step("captured"), state("Authorization Captured"));
  assert.equal(step("voided"), state("Authorization Reversed"));
  assert.equal(step("expired"), state("Authorization Expired"));
  assert.equal(step("declined"), state("Authorization Declined"));
  assert.equal(step("refunded"), paymentState({ status: "Authorization Reversed", captured: 5 }, "payee").word);
  const labels = FILTERS.authorizations.map(({ label }) => label);
  assert.deepEqual(labels, ["Held", "Captured", "Declined", "Voided or refunded", "Hold expired"]);
});

test("states are written in sentence case", () => {
  for (const states of Object.values(STATES)) {
    for (const { word } of Object.values(states)) assert.match(word, /^[A-Z][a-z, ]*$/);
  }
});
