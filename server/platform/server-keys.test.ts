import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEnv, serverKeys } from "./env";

const [A, B] = ["a".repeat(64), "b".repeat(64)];
const read = (keys: Readonly<Record<string, string>>) =>
  serverKeys(parseEnv({ DATABASE_URL: "postgresql://127.0.0.1/none", ...keys }));

test("a lone key is version 1; of several the first seals", () => {
  assert.deepEqual(read({ HMAC_KEY: A }), [{ version: 1, hex: A }]);
  assert.deepEqual(read({ HMAC_KEYS: `2:${B}, 1:${A.toUpperCase()}` }), [
    { version: 2, hex: B },
    { version: 1, hex: A },
  ]);
});

test("a fault of the keys is said in one sentence, without a key", () => {
  const cases: readonly [keys: Readonly<Record<string, string>>, sentence: RegExp][] = [
    [{}, /^HMAC_KEY is missing\.$/],
    [{ HMAC_KEY: "abc" }, /^HMAC_KEY is not usable: must be 64/],
    [{ HMAC_KEY: A, HMAC_KEYS: `2:${B}` }, /^HMAC_KEYS is not usable: HMAC_KEY is set too: .* as version 1/],
    [{ HMAC_KEYS: A }, /^HMAC_KEYS is not usable: entry 1 must be a version/],
    [{ HMAC_KEYS: `2:${B},1:${A.slice(1)}` }, /entry 2 must be/],
    [{ HMAC_KEYS: `0:${B}` }, /entry 1 must be/],
    [{ HMAC_KEYS: `2:${B},` }, /entry 2 must be/],
    [{ HMAC_KEYS: `2:${B},2:${A}` }, /version 2 is there twice/],
    [{ HMAC_KEYS: `2:${B},1:${B}` }, /version 1 is a key that another version is too/],
  ];
  for (const [keys, sentence] of cases) {
    assert.throws(
      () => read(keys),
      (error: Error) => sentence.test(error.message) && !/[ab]{63}/.test(error.message),
      String(sentence),
    );
  }
});
