import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import { writePlanes } from "@/server/boot/planes/metrics-of-all";
import { proveBooks } from "@/server/domain/books";
import { bindEngineAdmin } from "@/server/domain/engine";
import { engineAdmin } from "@/server/inngest/local/admin";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { writeMetrics } from "./metrics";

withTestDatabase();
bindEngineAdmin(engineAdmin);

const FOLDER = "docs/monitoring";
const FILES = [...readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`), "docs/runbook.md"];
const OPERATIONS = new Set([...V1_OPERATIONS, ...MERCHANT_OPERATIONS].map(({ id }) => id as string));

test("the page has all that dashboard, alerts, and runbook name", async () => {
  await proveBooks({ kind: "network", environment: "live", now: now(), requestId: newRecordId(now()) });
  const page = `${await writeMetrics()}\n${await writePlanes()}`;
  const known = new Set([...page.matchAll(/^# HELP (\S+)/gm)].map(([, name = ""]) => name));
  for (const file of FILES) {
    const text = readFileSync(file, "utf8");
    const named = [...text.matchAll(/\b(?:closed_loop|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
    const unknown = named.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, "")));
    assert.deepEqual(unknown, [], file);
    for (const [, list = ""] of text.matchAll(/operation=~"([a-zA-Z|]+)"/g)) {
      assert.deepEqual(
        list.split("|").filter((id) => !OPERATIONS.has(id)),
        [],
        file,
      );
    }
  }
});
