import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { closedLoop } from "@closed-loop/sdk";

const IMPORT = 'import { closedLoop } from "@closed-loop/sdk";';

type Program = (...given: unknown[]) => Promise<unknown>;
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => Program;

/** Runs a program as the docs print it, and returns what it logs. Throws what it throws. */
export async function runPrintedTypescript(printed: string): Promise<unknown> {
  if (!printed.startsWith(IMPORT)) throw new Error(`it imports something else:\n${printed}`);
  const logged: unknown[] = [];
  const program = new AsyncFunction("closedLoop", "console", printed.slice(IMPORT.length));
  await program(closedLoop, { log: (value: unknown) => logged.push(value) });
  return logged[0];
}

/** Prints a line for each line with a program: `answer` as JSON, or the error. */
const PYTHON = `
import contextlib, io, json, sys
from closed_loop import Page
for line in sys.stdin:
    scope = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(json.loads(line), scope)
        answer = scope["answer"]
        found = {"answer": {"data": answer.data} if isinstance(answer, Page) else answer, "printed": printed.getvalue()}
    except Exception as error:
        found = {"error": repr(error)}
    print(json.dumps(found), flush=True)
`;

interface PythonPrograms {
  /** Runs a program as the docs print it, and returns its `answer`. Throws what it raises. */
  readonly run: (printed: string) => Promise<unknown>;
  readonly end: () => void;
}

/** One process for many programs. */
export function startPython(): PythonPrograms {
  const child = spawn("python3", ["-B", "-W", "error", "-c", PYTHON], {
    env: { ...process.env, PYTHONPATH: "sdk/python" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const run = async (printed: string) => {
    child.stdin.write(`${JSON.stringify(printed)}\n`);
    const { value = "{}" } = await lines.next();
    const { answer, printed: said, error } = JSON.parse(value);
    if (error !== undefined || !said) throw new Error(`${printed}\n${error ?? "it prints nothing"}`);
    return answer;
  };
  return { run, end: () => child.stdin.end() };
}
