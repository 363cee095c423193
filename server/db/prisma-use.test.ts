import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const SOURCE = /(?<!\.test|\.long)\.tsx?$/;
/** Where Prisma may create, read, or update one row. */
const ROOMS = /^server\/domain\/(users|tenants)\//;
const ALLOWED = new Set(["findUnique", "findUniqueOrThrow", "create", "update"]);
const CALL = /getPrisma\(\)(?:\.(\w+)\.(\w+)\(([^;]*)\))?/g;
const RELATION = /\b(include|connect|some|every|none|_count)\b|\b(select|create): \{[^}]*\{/;

test("Prisma does one row by its key, in administration; everything else is sql", () => {
  const files = ["app", "components", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`)
      .filter((file) => SOURCE.test(file) && !/^server\/(testing|db)\//.test(file)),
  );
  const wrong = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    if (!text.includes("server/db/prisma")) return [];
    const uses = [...text.matchAll(CALL)];
    const isRight =
      ROOMS.test(file) && uses.every(([, , method = "", args = ""]) => ALLOWED.has(method) && !RELATION.test(args));
    return isRight ? [] : [file];
  });
  assert.deepEqual(wrong, []);
});
