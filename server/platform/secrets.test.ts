import assert from "node:assert/strict";
import { test } from "node:test";
import bcrypt from "bcrypt";
import { compareInTurn, hashSecret, isRightPassword, isTagOf, tagSecret } from "./crypto";
import { UnavailableError } from "./unavailable";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

test("a flood of checks waits for its own; another caller waits for a few of them at most", async () => {
  // Slow enough that checks end in starting order even on a busy machine.
  const hash = await bcrypt.hash("right", 8);
  const ended: string[] = [];
  const check = async (who: string) => {
    await compareInTurn("pins", who, "wrong", hash);
    ended.push(who);
  };
  const flood = Array.from({ length: 60 }, () => check("flooder"));
  const others = ["first", "second", "first"].map(check);
  await Promise.all([...flood, ...others]);
  assert.ok(ended.indexOf("first") < 8, ended.join(" "));
  assert.ok(ended.indexOf("second") < 8, ended.join(" "));
  assert.ok(ended.lastIndexOf("first") < 12, ended.join(" "));
  assert.equal(ended.length, 63);
});

test("wrong secrets of however many keys hold up neither a recognized secret nor a password", async () => {
  const right = await bcrypt.hash("right", 4);
  const flood = Array.from({ length: 258 }, (_, i) => compareInTurn("secrets", `key ${i}`, "wrong", right));
  await assert.rejects(compareInTurn("secrets", "one more", "right", right), UnavailableError);
  const passing = (["recognized secrets", "passwords"] as const).map((line) =>
    compareInTurn(line, "caller", "right", right),
  );
  assert.deepEqual(await Promise.all(passing), [true, true]);
  await Promise.all(flood);
});

test("a tag is of one secret at one key, and of no key without one", () => {
  process.env.HMAC_KEY ||= "0".repeat(64);
  const tag = tagSecret("key", "secret");
  assert.match(tag, /^[0-9a-f]{8}$/);
  assert.equal(isTagOf(tag, "key", "secret"), true);
  assert.equal(isTagOf(tag, "key", "secret2"), false);
  assert.equal(isTagOf(tag, "other", "secret"), false);
  assert.equal(isTagOf(null, "key", "secret"), false);
});

test("new hashes are made one at a time, in turns, and hold up no check of credentials", async () => {
  process.env.HMAC_KEY ||= "0".repeat(64);
  const right = await bcrypt.hash("right", 4);
  const ended: string[] = [];
  const make = (who: string) => hashSecret("new", "key", who).then(() => ended.push(who));
  const flood = Array.from({ length: 129 }, () => make("flooder"));
  await assert.rejects(make("flooder"), UnavailableError, "one more than may wait");
  const other = make("other");
  assert.equal(await compareInTurn("secrets", "caller", "right", right), true);
  assert.ok(ended.length < 100, `${ended.length} hashes were made before one check`);
  await Promise.all([...flood, other]);
  assert.ok(ended.indexOf("other") <= ended.length - 100, `${ended.indexOf("other")}`);
});

test("a password is right however a keyboard composes its letters, also against an older hash", async () => {
  const [composed, decomposed] = ["caf\u00e9 cr\u00e8me", "cafe\u0301 cre\u0300me"];
  const hashes = [await hashSecret(decomposed, "password", "someone"), await bcrypt.hash(composed, 4)];
  for (const hash of hashes) {
    for (const typed of [composed, decomposed]) assert.equal(await isRightPassword("someone", typed, hash), true);
    assert.equal(await isRightPassword("someone", "cafe creme", hash), false);
  }
  const before = await bcrypt.hash(decomposed, 4);
  assert.equal(await isRightPassword("someone", decomposed, before), true, "as it was typed when it was set");
});
