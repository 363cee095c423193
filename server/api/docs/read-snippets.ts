import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOfCurl } from "@/server/contracts/rest/example-code";
import { operationsOf } from "@/server/contracts/rest/openapi";
import { publicUrl } from "@/server/platform/env";
import { readReference } from "./read-reference";

const GUIDES = join(process.cwd(), "components/public/docs/guides");
const FOLDER = join(GUIDES, "snippets");
/** The address in the snippet files, so that each runs unchanged against a local `npm start`. */
const WRITTEN_FOR = "http://localhost:3000";

async function readAll(): Promise<Record<string, string>> {
  const names = await readdir(FOLDER);
  const base = publicUrl("/").replace(/\/$/, "");
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), "utf8")));
  return Object.fromEntries(
    names.map((name, index) => [name, (texts[index] ?? "").trimEnd().replaceAll(WRITTEN_FOR, base)]),
  );
}

let remembered: Promise<Record<string, string>> | undefined;

/**
 * Every request, response, and code sample on the public pages, by file name, with this service's own address.
 * e2e/api/docs-snippets.spec.ts runs these files, so readers copy tested code.
 */
export function readSnippets(): Promise<Readonly<Record<string, string>>> {
  remembered ??= readAll();
  return remembered;
}

export async function readGuides(): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(GUIDES)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(names.map((name) => readFile(join(GUIDES, name), "utf8")));
  return Object.fromEntries(names.map((name, index) => [name.slice(0, -".md".length), texts[index] ?? ""]));
}

/** The snippets that are one request, as the SDKs send it. */
export async function readRequests() {
  const operations = readReference().flatMap(({ document }) => operationsOf(document));
  const found = Object.entries(await readSnippets()).map(
    ([name, text]) => [name, codeOfCurl(text, operations)] as const,
  );
  return Object.fromEntries(found.flatMap(([name, code]) => (code ? [[name, code]] : [])));
}

export async function readReceiver(): Promise<{ readonly verifier: string; readonly example: string }> {
  const read = (name: string) => readFile(join(process.cwd(), "server/webhooks-receiver", name), "utf8");
  const [verifier, example] = await Promise.all([read("receive-webhook.ts"), read("example.ts")]);
  return { verifier: verifier.trimEnd(), example: example.trimEnd() };
}
