import assert from "node:assert/strict";
import { before, test } from "node:test";
import { findKnownBrowser, rememberBrowser } from "./known-browser";

before(() => {
  process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";
  process.env.HMAC_KEY ||= "0".repeat(64);
  process.env.PUBLIC_URL = "https://pay.example.test";
});

const sent = (setCookie: string) => `theme=dark; ${setCookie.split(";")[0]}`;

test("a browser is known for the logins it signed in to, the five latest, under one name each", () => {
  let cookie: string | null = null;
  const emails = Array.from({ length: 6 }, (_, i) => `${i}@portal.test`);
  for (const email of [...emails, "5@portal.test", "3@PORTAL.test"]) cookie = sent(rememberBrowser(cookie, email));
  const names = emails.map((email) => findKnownBrowser(cookie, email));
  assert.deepEqual(
    names.map((name) => name !== null),
    [false, true, true, true, true, true],
  );
  assert.equal(new Set(names).size, 6);
  assert.equal(findKnownBrowser(cookie, "3@Portal.test"), names[3]);
  assert.doesNotMatch(cookie ?? "", /portal/);
});

test("two browsers have two names; what was not made here is no one's", () => {
  const [one, two] = [rememberBrowser(null, "a@portal.test"), rememberBrowser(null, "a@portal.test")];
  assert.notEqual(findKnownBrowser(sent(one), "a@portal.test"), findKnownBrowser(sent(two), "a@portal.test"));
  const [name, value] = (one.split(";")[0] ?? "").split("=");
  const [browser, proof] = (value ?? "").split(".");
  const forged = [
    `${browser}.${"0".repeat(32)}`,
    `${"0".repeat(32)}.${proof}`,
    browser,
    `${value}.`,
    `${value}x`,
    `${value}${`.${proof}`.repeat(5)}`,
    "",
  ];
  for (const text of forged) assert.equal(findKnownBrowser(`${name}=${text}`, "a@portal.test"), null, text);
  assert.equal(findKnownBrowser(null, "a@portal.test"), null);
});

test("the cookie is out of the reach of scripts, of other hosts, and of plain http", () => {
  const attributes = /^__Host-closed-loop\.browser=[^;]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/;
  assert.match(rememberBrowser(null, "a@portal.test"), attributes);
});
