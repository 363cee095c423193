import assert from "node:assert/strict";
import { test } from "node:test";
import { makeSearch } from "@/components/shared/docs/search-docs";
import { nameZone, zoneOfToday } from "../../values/zone";
import { rankOf } from "./rank-of";

test("a choosing search folds accents and case, and finds each word in any order", () => {
  for (const typed of ["cafe", "CAFÉ", "cafe\u0301", "berlin café"]) assert.ok(rankOf("Café Berlin", typed) > 0, typed);
  assert.ok(rankOf("Łukasz Żak", "zak lukasz") > 0);
  assert.equal(rankOf("Café Berlin", "cafe paris"), 0);
});

test("time zones have the names of today, and each is one that servers know", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const names = zones.map(zoneOfToday);
  assert.ok(["Asia/Kolkata", "Europe/Kyiv", "Asia/Ho_Chi_Minh", "America/Nuuk"].every((zone) => names.includes(zone)));
  for (const zone of names) assert.doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone: zone }), zone);
  assert.equal(nameZone("Asia/Calcutta"), "Asia/Kolkata");
});

test("the docs are found with two letters swapped, and with accents that they don’t have", () => {
  const search = makeSearch([
    { to: "/refunds", title: "Refund a payment", page: "Payments", text: "Give money back." },
    { to: "/webhooks", title: "Verify a signature", page: "Webhooks", text: "Compare the header." },
  ]);
  const found = (typed: string) => search(typed).map(({ to }) => to);
  for (const typed of ["refnud", "erfund a paymetn", "réfund"]) assert.deepEqual(found(typed), ["/refunds"], typed);
  assert.deepEqual(found("verfiy signautre"), ["/webhooks"]);
});
