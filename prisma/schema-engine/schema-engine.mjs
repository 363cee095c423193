#!/usr/bin/env node
/**
 * Replaces Prisma's native schema engine: same arguments, same line-based JSON-RPC on stdin and stdout, and same log lines on
 * stderr. Every call goes to the official engine compiled to WebAssembly.
 */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { canConnect, createDatabase } from "./database.mjs";
import { toRpcError } from "./rpc-error.mjs";
import { openEngine } from "./wasm-engine.mjs";

const renamed = { getDatabaseVersion: "version" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datasource: { type: "string" },
    datamodels: { type: "string", multiple: true },
    "enabled-preview-features": { type: "string" },
    "extension-types": { type: "string" },
    version: { type: "boolean", short: "V" },
  },
});
const url = values.datasource ? JSON.parse(values.datasource).url : undefined;

function writeLine(stream, message) {
  stream.write(`${JSON.stringify(message)}\n`);
}

function logLine(level, fields) {
  writeLine(process.stderr, { timestamp: new Date().toISOString(), level, fields, target: "schema_engine::logger" });
}

/** `cli can-connect-to-database` and `cli create-database`: exit code 0, or 1 with the reason as a log line. */
async function runSubCommand(command) {
  // The caller skips the first line of stderr.
  logLine("INFO", { message: "Starting schema engine CLI", git_hash: "wasm" });
  try {
    if (command === "can-connect-to-database") await canConnect(url);
    else if (command === "create-database") await createDatabase(url);
    else throw new Error(`Unknown command: ${command}`);
    logLine("INFO", { message: "Done" });
    return 0;
  } catch (error) {
    const { data } = toRpcError(error);
    logLine("ERROR", { message: data.message, is_panic: false, error_code: data.error_code ?? "P1000" });
    return 1;
  }
}

async function readDatamodels() {
  const files = (values.datamodels ?? []).map(async (file) => [file, await readFile(file, "utf8")]);
  return await Promise.all(files);
}

async function answer(engine, { method, params }) {
  if (method === "createDatabase") return await createDatabase(params?.datasource?.url ?? url);
  const name = renamed[method] ?? method;
  if (typeof engine[name] !== "function") throw new Error(`The schema engine has no method ${method}.`);
  return (await engine[name](params)) ?? {};
}

/** Handles calls one at a time, in order, because the engine uses a single database session. */
async function serve() {
  let opening;
  let prints = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    const call = JSON.parse(line);
    // Answers to this process's own `print` calls arrive on the same stream.
    if (!call.method) continue;
    let explain = (error) => error;
    try {
      opening ??= openEngine(url, await readDatamodels());
      const opened = await opening;
      explain = opened.explain;
      const result = await answer(opened.engine, call);
      if (call.method === "diff" && typeof result.stdout === "string") {
        prints += 1;
        const params = { content: result.stdout };
        writeLine(process.stdout, { jsonrpc: "2.0", method: "print", params, id: `print-${prints}` });
        result.stdout = null;
      }
      writeLine(process.stdout, { jsonrpc: "2.0", result, id: call.id });
    } catch (error) {
      writeLine(process.stdout, { jsonrpc: "2.0", error: toRpcError(explain(error)), id: call.id });
    }
  }
  return 0;
}

if (values.version) {
  console.log("schema-engine-cli wasm");
} else {
  const code = positionals[0] === "cli" ? await runSubCommand(positionals[1]) : await serve();
  // Idle database sessions would keep the process alive.
  process.exit(code);
}
