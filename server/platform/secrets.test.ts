import assert from "node:assert/strict";
import { test } from "node:test";
import bcrypt from "bcrypt";
import { compareInTurn } from "./secrets";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

test("whoever floods the line of checks waits for his own; another waits for a few of them at most", async () => {
  // Slow enough that checks end in the order in which they began, also on a busy machine.
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
