import assert from "node:assert/strict";
import test from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Carried } from "./carried";

test("a carried negative balance is a debt, with its sign and in the color of one", () => {
  const shown = (amount: number) => renderToStaticMarkup(createElement(Carried, { amount, currency: "USD" }));
  assert.match(shown(-5), /text-bad.*[-−].*5\.00/);
  for (const amount of [0, 5]) assert.doesNotMatch(shown(amount), /text-bad|[-−]\$/, String(amount));
});
