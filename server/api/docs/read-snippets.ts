import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { publicUrl } from "@/server/platform/env";

const FOLDER = join(process.cwd(), "components/public/docs/guides/snippets");
/** What the files say, so that each can be run as it is beside `npm start`. */
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
 * Every request, answer and piece of code that the public pages show, by file name, for this service's own address.
 * A test runs the files (e2e/api/docs-snippets.spec.ts): what a reader copies is what was tried.
 */
export function readSnippets(): Promise<Readonly<Record<string, string>>> {
  remembered ??= readAll();
  return remembered;
}

/** The receiver that comes along, as it stands in the repository. */
export async function readReceiver(): Promise<{ readonly verifier: string; readonly example: string }> {
  const read = (name: string) => readFile(join(process.cwd(), "server/webhooks-receiver", name), "utf8");
  const [verifier, example] = await Promise.all([read("receive-webhook.ts"), read("example.ts")]);
  return { verifier: verifier.trimEnd(), example: example.trimEnd() };
}
