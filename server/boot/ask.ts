import process from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export async function ask(question: string, { isHidden = false } = {}): Promise<string> {
  process.stdout.write(question);
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const answer = await terminal.question("");
  terminal.close();
  if (isHidden) process.stdout.write("\n");
  return answer;
}
