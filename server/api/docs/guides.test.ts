import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionsOf } from "@/components/public/docs/guide";
import { GUIDE_GROUPS } from "@/components/public/docs/guides";
import { blocksOf, withSnippets } from "@/components/public/docs/markdown/blocks";
import { withTestDatabase } from "@/server/testing/database";
import { readDocsFacts } from "./read-docs-facts";

withTestDatabase();

const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);

test("each file is a guide, and each part and snippet that it names is there", async () => {
  const facts = { ...(await readDocsFacts()), logins: [{ email: "ann@shop.test", password: "demo" }] };
  assert.deepEqual(Object.keys(facts.guides).sort(), GUIDES.map(({ slug }) => slug || "quick-start").sort());
  for (const guide of GUIDES) {
    const sections = sectionsOf(guide, facts);
    assert.ok(sections.length > 0, guide.slug);
    for (const { title, markdown } of sections) {
      const paragraphs = blocksOf(markdown).flatMap((block) => ("text" in block ? block.text : []));
      assert.ok(!paragraphs.some((text) => text.startsWith("{{") || text.startsWith("| ")), `${guide.slug}: ${title}`);
      assert.doesNotMatch(withSnippets(markdown, facts), /^\{\{/m, `${guide.slug}: ${title}`);
    }
  }
});

test("a guide without demo logins has no section of them", async () => {
  const facts = { ...(await readDocsFacts()), logins: [] };
  const titles = GUIDES.flatMap((guide) => sectionsOf(guide, facts).map(({ title }) => title));
  assert.ok(titles.includes("Cards") && !titles.includes("Logins"));
});

test("a paragraph in double braces stands for files, and one of no file is an error", () => {
  const snippets = { "refund.sh": "curl /refund", "refund.json": "{}" };
  const text = "Refund it:\n\n{{exchange refund | Refund}}\n\n{{details All 2 ports | 22, 25}}\n";
  const inserts = blocksOf(text).flatMap((block) => (block.type === "insert" ? [block.insert] : []));
  assert.deepEqual(inserts, [
    { kind: "exchange", name: "refund", label: "Refund" },
    { kind: "details", name: "All 2 ports", label: "22, 25" },
  ]);
  const files = "```sh\ncurl /refund\n```\n\n```json\n{}\n```";
  assert.equal(withSnippets(text, { snippets }), `Refund it:\n\n${files}\n\n**All 2 ports**\n\n22, 25`);
  assert.throws(() => withSnippets("{{snippet none.sh | None}}", { snippets }), /no snippet none\.sh/);
});
