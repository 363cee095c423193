import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { onAnnounced } from "./announce";
import { getPool } from "./pool";
import { sql } from "./sql";
import { Write } from "./write";

withTestDatabase();

test("who hears of a write and fails doesn't make it look undone", async () => {
  const heard: string[] = [];
  let isFaulty = true;
  onAnnounced(() => {
    if (isFaulty) throw new Error("a fault of whoever listens");
  });
  onAnnounced((topics) => heard.push(...topics));
  await new Write().add("one", sql`SELECT 1`).run(getPool(), ["member:someone"]);
  isFaulty = false;
  assert.deepEqual(heard, ["member:someone"]);
});
