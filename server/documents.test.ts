import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const FOLDERS = [
  "app",
  "components",
  "server",
  "prisma",
  "e2e",
  "bench",
  "docs",
  "public",
  "sdk",
  "examples",
  ".github",
];
const GENERATED = /(^|\/)(generated|node_modules)\//;
const DECISIONS = "server/decisions";

const FILES = [
  ...readdirSync(".", { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    ),
  ),
].filter((file) => !GENERATED.test(file));
const SOURCES = FILES.filter((file) => /\.(tsx?|mjs|prisma)$/.test(file));
/** Current documents; the changelog may name files and commands that are gone. */
const DOCUMENTS = FILES.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");

/** All suffixes of each path: `server/db/write.ts` is also `db/write.ts` and `write.ts`. */
const ENDINGS = new Set(
  FILES.flatMap((file) => {
    const parts = file.split("/");
    const whole = parts.map((_, end) => parts.slice(0, end + 1));
    return whole.flatMap((path) => path.map((_, begin) => path.slice(begin).join("/")));
  }),
);
const NAMED =
  /^(?:(?:[\w.()@-]+\/)*[\w.()@-]+\.(?:tsx?|mjs|md|sql|css|prisma)|(?:app|components|server|prisma|e2e|bench|docs|public|\.github)\/[^*{[<]*)$/;

const read = (file: string) => readFileSync(file, "utf8");

function missingIn(text: string, file: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name);
  return quoted.filter(
    (name) =>
      NAMED.test(name) && !ENDINGS.has(name.replace(/\/$/, "")) && !existsSync(normalize(join(dirname(file), name))),
  );
}

const decisions = new Set(readdirSync(DECISIONS).map((name) => name.slice(0, 3)));

function missingDecisionsIn(text: string): string[] {
  const cited = [...text.matchAll(/\bdecisions?[\s*/]+(\d{3}(?:(?:, and |, | and )\d{3})*)/gi)];
  return cited.flatMap(([, numbers = ""]) => numbers.match(/\d{3}/g) ?? []).filter((number) => !decisions.has(number));
}

/** The anchor that GitHub gives a heading. */
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

  test(`${file}: every path, file name, and decision is there`, () => {
    assert.deepEqual([...missingIn(text, file), ...missingDecisionsIn(text)], []);
  });

  test(`${file}: every link leads somewhere`, () => {
    for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      // What begins with a slash is an address of the site, which a browser test follows.
      if (/^(https?:|mailto:|\/)/.test(link)) continue;
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

test("every path, file name, and decision that a comment names is there", () => {
  const missing = SOURCES.flatMap((file) => {
    const comments = (read(file).match(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g) ?? []).join("\n");
    return [...missingIn(comments, file), ...missingDecisionsIn(comments)].map((name) => `${file}: ${name}`);
  });
  const cited = FILES.filter((file) => file.endsWith(".sql")).flatMap((file) => missingDecisionsIn(read(file)));
  assert.deepEqual([...missing, ...cited], []);
});

test("each decision has a number of its own", () => {
  assert.equal(decisions.size, readdirSync(DECISIONS).length);
});

test("the README has fewer than 150 lines", () => {
  assert.ok(read("README.md").split("\n").length < 150);
});

for (const [cited, file] of Object.entries({ contract: "docs/contract.md", design: "docs/design.md" })) {
  test(`every section of the ${cited} that the sources cite is there`, () => {
    const sections = new Set(
      [...read(file).matchAll(/^(?:#+|\|) (\d+(?:\.\d+)*)\.? /gm)].map(([, section]) => section),
    );
    const citations = SOURCES.flatMap((path) =>
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
