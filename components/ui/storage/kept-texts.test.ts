import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { browserTexts } from "./kept-texts";

const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

function giveStorage(get: () => unknown): void {
  Object.defineProperty(globalThis, "localStorage", { get, configurable: true });
}

afterEach(() => {
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  else Reflect.deleteProperty(globalThis, "localStorage");
});

const refuse = (): never => {
  throw new DOMException("denied", "SecurityError");
};

for (const [name, get] of [
  ["null", () => null],
  ["blocked", refuse],
  ["full", () => ({ getItem: () => refuse(), setItem: refuse, removeItem: refuse })],
] as const) {
  test(`a text lasts as long as the page if storage is ${name}`, () => {
    giveStorage(get);
    assert.equal(browserTexts.keep(name, "text"), false);
    assert.equal(browserTexts.read(name), "text");
    browserTexts.keep(name, null);
    assert.equal(browserTexts.read(name), null);
  });
}

test("a text is in storage and nowhere else, if there is storage", () => {
  const kept = new Map<string, string>();
  giveStorage(() => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  }));
  assert.equal(browserTexts.keep("a", "text"), true);
  assert.deepEqual([...kept], [["a", "text"]]);
  kept.clear();
  assert.equal(browserTexts.read("a"), null);
});
