import assert from "node:assert/strict";
import { test } from "node:test";
import { SentTexts } from "./sent-texts";

test("a late address takes nothing back, however many texts were sent meanwhile", () => {
  const texts = new SentTexts("");
  for (const text of ["c", "co", "cof"]) texts.send(text);
  assert.equal(texts.isNews(""), false);
  assert.equal(texts.isNews("c"), false);
  assert.equal(texts.isNews("cof"), false);
});

test("back, forward, and Clear bring their text into the field", () => {
  const texts = new SentTexts("tea");
  texts.send("coffee");
  assert.equal(texts.isNews("coffee"), false);
  assert.equal(texts.isNews("tea"), true, "back");
  assert.equal(texts.isNews("coffee"), true, "forward");
  assert.equal(texts.isNews(""), true, "Clear");
});

test("a text already in the address is not waited for", () => {
  const texts = new SentTexts("tea");
  texts.send("tea");
  assert.equal(texts.isNews(""), true);
  assert.equal(texts.isNews("tea"), true);
});

test("an unarrived text is forgotten once the address brings another", () => {
  const texts = new SentTexts("");
  texts.send("coffee");
  assert.equal(texts.isNews("tea"), true);
  assert.equal(texts.isNews("coffee"), true);
});
