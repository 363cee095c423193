import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

/** What a stranger reads first: each path, link, command and section named in it is there. */
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const ROOTS = /^(app|components|server|prisma|e2e|docs|\.github)\//;
const read = (file: string) => readFileSync(file, "utf8");

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(tsx?|mjs|prisma)$/.test(path) && !path.startsWith("generated"))
    .map((path) => join(folder, path));
}

/** As GitHub makes an address of a heading. */
function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

for (const file of DOCUMENTS) {
  const text = read(file);

  test(`${file}: every path is there`, () => {
    const quoted = [...text.matchAll(/`([^`\s<]+)`/g)].map(([, path = ""]) => path);
    const paths = quoted.filter((path) => ROOTS.test(path) && !/[*{[]/.test(path));
    assert.deepEqual(
      paths.filter((path) => !existsSync(path)),
      [],
    );
  });

  test(`${file}: every link leads somewhere`, () => {
    for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:)/.test(link)) continue;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : normalize(join(dirname(file), path));
      assert.ok(existsSync(target), link);
      if (anchor) assert.ok(anchorsOf(read(target)).includes(anchor), link);
    }
  });

  test(`${file}: every command is one of package.json`, () => {
    const { scripts } = JSON.parse(read("package.json"));
    for (const [, run, name = ""] of text.matchAll(/npm (run )?([a-z][a-z:]*)/g)) {
      if (run || name === "start" || name === "test") assert.ok(name in scripts, name);
    }
  });
}

test("the README has fewer than 150 lines", () => {
  assert.ok(read("README.md").split("\n").length < 150);
});

for (const [cited, file] of Object.entries({ contract: "docs/contract.md", design: "docs/design.md" })) {
  test(`every section of the ${cited} that the sources cite is there`, () => {
    const sections = new Set(
      [...read(file).matchAll(/^(?:#+|\|) (\d+(?:\.\d+)*)\.? /gm)].map(([, section]) => section),
    );
    const sources = ["app", "components", "server", "prisma", "e2e"].flatMap(sourcesIn);
    const citations = sources.flatMap((path) =>
      [...read(path).matchAll(new RegExp(`\\b${cited} (\\d+(?:\\.\\d+)*)`, "gi"))].map(([, section]) => ({
        path,
        section,
      })),
    );
    assert.ok(citations.length > 20);
    assert.deepEqual(
      citations.filter(({ section }) => !sections.has(section)),
      [],
    );
  });
}
