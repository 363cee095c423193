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

test("blocks are what guides have of Markdown", () => {
  const text = [
    "One line\nand the next.",
    "- first,\n  longer\n- second",
    "1. one\n2. two",
    "### `card.frozen`",
    "| A | B |\n| --- | --- |\n| x | `a\\|b` |",
    "```sh Label\necho 1\n\n# 2\n```",
    "{{snippet refund.sh | Refund}}",
  ].join("\n\n");
  assert.deepEqual(blocksOf(text), [
    { kind: "paragraph", text: "One line and the next." },
    { kind: "list", isOrdered: false, items: ["first, longer", "second"] },
    { kind: "list", isOrdered: true, items: ["one", "two"] },
    { kind: "heading", text: "`card.frozen`" },
    {
      kind: "table",
      rows: [
        ["A", "B"],
        ["x", "`a|b`"],
      ],
    },
    { kind: "code", language: "sh", label: "Label", text: "echo 1\n\n# 2" },
    { kind: "snippet", name: "refund.sh", label: "Refund" },
  ]);
  assert.throws(() => withSnippets("{{snippet none.sh | None}}", { snippets: {} }), /no snippet none\.sh/);
});
