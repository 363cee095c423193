import assert from "node:assert/strict";
import test from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { TONE_TEXTS, TONES } from "@/components/ui/feedback/badge";
import { AUTHORIZATION_STATUSES } from "@/server/contracts/authorization-statuses";
import { PAYMENT_CODE_STATUSES } from "@/server/contracts/rest/payment-code-schemas";
import { AGREEMENT_STATUSES, CHARGE_REQUEST_STATUSES } from "@/server/contracts/rest/recurring-schemas";
import { DELIVERY_STATUSES } from "@/server/contracts/rest/webhook-schemas";
import { memberState, STATES, type Status, stateOf } from "./states";
import { PaymentBadge, PaymentWord, StatusBadge } from "./status-badge";

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

test("nouns that share a status show it alike", () => {
  for (const [noun, states] of Object.entries(STATES)) {
    for (const [status, state] of Object.entries(states)) {
      assert.deepEqual(stateOf(status as Status), state, `${noun} ${status}`);
    }
  }
});

test("a badge has the word and the tone of its row", () => {
  for (const states of Object.values(STATES)) {
    for (const [status, { word, tone }] of Object.entries(states)) {
      const badge = renderToStaticMarkup(createElement(StatusBadge, { status: status as Status }));
      assert.ok(badge.includes(`>${word}<`) && badge.includes(TONES[tone]), status);
    }
  }
});

for (const status of AUTHORIZATION_STATUSES) {
  for (const captured of [0, 5]) {
    test(`${status}, ${captured} captured: the wallet’s list and badge agree, in the member’s words`, () => {
      const { word, tone } = memberState({ status, captured });
      const payment = { payment: { status, captured } };
      const row = renderToStaticMarkup(createElement(PaymentWord, payment));
      const badge = renderToStaticMarkup(createElement(PaymentBadge, payment));
      assert.ok(row.includes(`${TONE_TEXTS[tone]}">${word}<`), row);
      assert.ok(badge.includes(`>${word}<`) && badge.includes(TONES[tone]), badge);
      assert.doesNotMatch(word, /Authoriz|Captur|Revers/);
    });
  }
}

test("what was paid and came back is refunded; what was never paid is released", () => {
  const words = [5, 0].map((captured) => memberState({ status: "Authorization Reversed", captured }).word);
  assert.deepEqual(words, ["Refunded", "Released"]);
});
